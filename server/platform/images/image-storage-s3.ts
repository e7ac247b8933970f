import { assertPlainName, ReadRefused } from './image-storage.ts';
import type { ImageStorage } from './image-storage.ts';

export interface S3Options {
  /** Unset for Amazon's own; else the address of any server that speaks S3. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `host/bucket/name` instead of `bucket.host/name`: most servers but Amazon's want it. */
  forcePathStyle?: boolean | undefined;
}

/**
 * Keeps pictures in an S3 bucket. The SDK, which takes longer to load than the rest of a start, is
 * loaded with the first call.
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
      await client.send(
        new sdk.PutObjectCommand({ ...target, Body: bytes, ContentType: contentType, CacheControl: forever }),
      );
    },
    async read(name) {
      const { client, sdk, target } = await at(name);
      const found = await unlessMissing(client.send(new sdk.GetObjectCommand(target)));
      return found?.Body?.transformToByteArray();
    },
    async remove(name) {
      const { client, sdk, target } = await at(name);
      await client.send(new sdk.DeleteObjectCommand(target));
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
    // The newer checksum trailers are unknown to many servers that speak S3.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client };
}

/**
 * A missing object is `NoSuchKey`. `AccessDenied` is the answer for one to keys that may not list the bucket, and for
 * every object to keys that may not read it: which of both, S3 does not say. A missing bucket stays an error; wrong keys
 * have names of their own, and fail every upload.
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
