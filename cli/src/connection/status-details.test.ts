import { create, toBinary } from '@bufbuild/protobuf';
import { anyPack } from '@bufbuild/protobuf/wkt';
import { BadRequestSchema, ErrorInfoSchema } from '@matinee/contract/gen/google/rpc/error_details_pb.ts';
import { StatusSchema } from '@matinee/contract/gen/google/rpc/status_pb.ts';
import { expect, test } from 'vitest';
import { readDetails } from './status-details.ts';

const none = { reason: undefined, requestId: undefined, violations: [] };

test('[CL1] reason, request and violations are read from a refusal', () => {
  const info = create(ErrorInfoSchema, { reason: 'users.not_found', metadata: { request_id: 'r1' } });
  const request = create(BadRequestSchema, { fieldViolations: [{ field: 'name', description: 'is blank' }] });
  const details = [anyPack(BadRequestSchema, request), anyPack(ErrorInfoSchema, info)];
  expect(readDetails(toBinary(StatusSchema, create(StatusSchema, { code: 5, details })))).toEqual({
    reason: 'users.not_found',
    requestId: 'r1',
    violations: [{ field: 'name', description: 'is blank' }],
  });
});

test('bytes that are none give nothing', () => {
  expect(readDetails(Buffer.of())).toEqual(none);
  expect(readDetails(Buffer.from('not a status'))).toEqual(none);
});
