import type { Names } from './names.ts';

/** The proto files of the feature, by path. */
export function contractFiles(names: Names): Record<string, string> {
  const folder = 'contract/proto/service/client';
  return {
    [`${folder}/${names.snake}.proto`]: messages(names),
    [`${folder}/${names.snake}_service.proto`]: service(names),
  };
}

function messages({ title, item, itemSnake, snake, words, itemWords, idPrefix }: Names): string {
  return `syntax = "proto3";

// The ${words} of a room: what they are, in one sentence.
package service.client;

import "buf/validate/validate.proto";
import "google/protobuf/timestamp.proto";
import "service/meta/options.proto";

option (service.meta.json_case) = JSON_CASE_SNAKE;

message ${item} {
  // \`${idPrefix}_\` and 26 characters.
  string id = 1;
  string room_id = 2;
  string creator_id = 3;
  string text = 4;
  // Raised by each change.
  int32 version = 5;
  google.protobuf.Timestamp created_at = 6;
}

message Observe${title} {}

// A snapshot carries all ${words}; a change carries those that are new or changed.
message ${title}Change {
  repeated ${item} ${snake} = 1;
}

message List${title}Request {
  string room_id = 1 [(service.meta.room) = true];
}

message List${title}Response {
  // Oldest first.
  repeated ${item} ${snake} = 1;
}

message Create${item}Request {
  string room_id = 1 [(service.meta.room) = true];
  // What the ${itemWords} says.
  string text = 2 [(buf.validate.field).string = {
    min_len: 1
    max_len: 200
  }];
}

message Create${item}Response {
  ${item} ${itemSnake} = 1;
}
`;
}

function service({ title, item, snake, folder, words, itemWords }: Names): string {
  return `syntax = "proto3";

package service.client;

import "google/api/annotations.proto";
import "service/client/${snake}.proto";
import "service/meta/options.proto";

// The ${words} of a room. Over gRPC every call names its room in the metadata \`x-room-id\`.
service ${title}Service {
  // All ${words} of the room.
  rpc List${title}(List${title}Request) returns (List${title}Response) {
    option (google.api.http) = {get: "/api/rooms/{room_id}/${folder}"};
    option (service.meta.rule) = {
      who: WHO_MEMBER_OR_GUEST
      rate: RATE_READ
    };
  }
  // Makes a ${itemWords}.
  rpc Create${item}(Create${item}Request) returns (Create${item}Response) {
    option (google.api.http) = {
      post: "/api/rooms/{room_id}/${folder}"
      body: "*"
    };
    option (service.meta.rule) = {
      who: WHO_MEMBER
      rate: RATE_WRITE
    };
  }
}
`;
}
