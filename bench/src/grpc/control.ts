/** A bare grpc-js handler with the same answer as `UserService.GetProfile`. */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type handleUnaryCall, Server, ServerCredentials } from '@grpc/grpc-js';
import {
  type GetProfileRequest,
  GetProfileRequestSchema,
  type GetProfileResponse,
  GetProfileResponseSchema,
} from '@matinee/contract/gen/service/client/users_pb.ts';
import type { DatabasePlace } from '../database.ts';
import { makeProfileReader } from '../profile-control.ts';
import { serveTasks } from '../worker.ts';

const getProfileMethod = {
  path: '/service.client.UserService/GetProfile',
  requestStream: false,
  responseStream: false,
  requestSerialize: (message: GetProfileRequest) => Buffer.from(toBinary(GetProfileRequestSchema, message)),
  requestDeserialize: (bytes: Buffer) => fromBinary(GetProfileRequestSchema, bytes),
  responseSerialize: (message: GetProfileResponse) => Buffer.from(toBinary(GetProfileResponseSchema, message)),
  responseDeserialize: (bytes: Buffer) => fromBinary(GetProfileResponseSchema, bytes),
} as const;

const tasks = {
  /** Listens; returns the port. */
  start({ database }: { database: DatabasePlace }): Promise<number> {
    const read = makeProfileReader(database);
    const getProfile: handleUnaryCall<GetProfileRequest, GetProfileResponse> = (call, answer) => {
      read(String(call.metadata.get('authorization')[0])).then(
        ({ id, username, role, created_at }) => {
          const user = { id, username, role, createdAt: timestampFromDate(created_at) };
          answer(null, create(GetProfileResponseSchema, { user }));
        },
        (cause: Error) => answer(cause),
      );
    };
    const server = new Server();
    server.addService({ getProfile: getProfileMethod }, { getProfile });
    return new Promise((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (cause, port) =>
        cause ? reject(cause) : resolve(port),
      );
    });
  },
};

export type GrpcControl = typeof tasks;
serveTasks(tasks);
