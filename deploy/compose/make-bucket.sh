#!/bin/sh
# Makes the bucket of replicas.yaml, unless it is there, and allows the pages of WATCH_HOST to send files to it.
set -eu
aws s3api head-bucket --bucket matinee >/dev/null 2>&1 || aws s3api create-bucket --bucket matinee >/dev/null
aws s3api put-bucket-cors --bucket matinee --cors-configuration '{
  "CORSRules": [{
    "AllowedOrigins": ["https://'"$WATCH_HOST"'"], "AllowedMethods": ["PUT"],
    "AllowedHeaders": ["content-type", "x-amz-checksum-sha256"], "ExposeHeaders": ["etag"], "MaxAgeSeconds": 3600
  }]
}'
