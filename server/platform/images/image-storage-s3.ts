import type { S3ServiceException } from '@aws-sdk/client-s3';

import { assertPlainName, ReadRefused, StorageAway, type ImageStorage } from './image-storage.ts';

export interface S3Options {
  /** Unset for Amazon; otherwise the address of another server with the S3 protocol. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `host/bucket/name` instead of `bucket.host/name`: most servers except Amazon's require it. */
  forcePathStyle?: boolean | undefined;
}

/**
 * Stores pictures in an S3 bucket. The SDK is loaded with the first call, because that takes longer than the rest of
 * a start.
 */
export function s3Storage(options: S3Options): ImageStorage {
  let loading: ReturnType<typeof load> | undefined;
  const at = async (name: string) => {
    assertPlainName(name);
    loading ??= load(options);
    return { ...(await loading), target: { Bucket: options.bucket, Key: name } };
  };
  return {
    async put(name, bytes, contentType) {
      const { client, sdk, target } = await at(name);
      const command = { ...target, Body: bytes, ContentType: contentType, CacheControl: forever };
      await unlessAway(client.send(new sdk.PutObjectCommand(command)));
    },
    async read(name) {
      const { client, sdk, target } = await at(name);
      const reading = client.send(new sdk.GetObjectCommand(target));
      const bytes = reading.then((found) => found.Body?.transformToByteArray());
      return unlessMissing(unlessAway(bytes));
    },
    async remove(name) {
      const { client, sdk, target } = await at(name);
      await unlessAway(client.send(new sdk.DeleteObjectCommand(target)));
    },
  };
}

/** For buckets that a CDN reads directly. */
const forever = 'public, max-age=31536000, immutable';

async function load(options: S3Options) {
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle = false } = options;
  const client = new sdk.S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3000, requestTimeout: 10_000, throwOnRequestTimeout: true },
    // Many servers with the S3 protocol do not know the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client };
}

/** With 429 and from 500 on the server says that another attempt may succeed; without a status it did not answer. */
async function unlessAway<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    // A cast, because the SDK is loaded late: what is no answer of the server has no status.
    const { httpStatusCode: status = 503 } = (error as S3ServiceException).$metadata ?? {};
    if (status !== 429 && status < 500) throw error;
    throw new StorageAway('The bucket does not answer', { cause: error });
  }
}

/**
 * A missing object is `NoSuchKey`. For keys that may not list the bucket it is `AccessDenied`, which keys that may
 * not read get for every object: S3 does not say which of the two applies. A missing bucket stays an error; wrong
 * keys have error names of their own, and fail every upload.
 */
async function unlessMissing<Value>(call: Promise<Value>): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (error.name === 'NoSuchKey') return undefined;
    if (error.name === 'AccessDenied') throw new ReadRefused('The bucket refuses to read', { cause: error });
    throw error;
  }
}
