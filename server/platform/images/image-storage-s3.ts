import { assertPlainName, ReadRefused, StorageUnavailable, type ImageStorage } from './image-storage.ts';

export interface S3Options {
  /** Unset for Amazon; otherwise the address of another server with the S3 protocol. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `host/bucket/name` instead of `bucket.host/name`: most servers except Amazon's require it. */
  forcePathStyle?: boolean | undefined;
  /** How long a call may take with all its attempts, including the download of a whole picture; default 10 s. */
  timeoutMs?: number;
}

/**
 * Stores pictures in an S3 bucket. The SDK is loaded with the first call, because loading it takes longer than the rest
 * of a start.
 */
export function s3Storage(options: S3Options): ImageStorage {
  let loading: ReturnType<typeof load> | undefined;
  const at = async (name: string) => {
    assertPlainName(name);
    loading ??= load(options);
    const { sdk, client } = await loading;
    const inTime = { abortSignal: AbortSignal.timeout(options.timeoutMs ?? 10_000) };
    return { sdk, client, target: { Bucket: options.bucket, Key: name }, inTime };
  };
  return {
    async put(name, bytes, contentType) {
      const { client, sdk, target, inTime } = await at(name);
      const command = { ...target, Body: bytes, ContentType: contentType, CacheControl: forever };
      const { ETag } = await client.send(new sdk.PutObjectCommand(command), inTime).catch(throwUnavailable);
      requireTag(ETag);
    },
    async read(name) {
      const { client, sdk, target, inTime } = await at(name);
      try {
        const { Body, ETag } = await client.send(new sdk.GetObjectCommand(target), inTime);
        requireTag(ETag);
        return await Body?.transformToByteArray();
      } catch (error) {
        return undefinedIfMissing(error);
      }
    },
    async remove(name) {
      const { client, sdk, target, inTime } = await at(name);
      await client.send(new sdk.DeleteObjectCommand(target), inTime).catch(throwUnavailable);
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
    requestHandler: { connectionTimeout: 3000, requestTimeout: 5000, throwOnRequestTimeout: true },
    // Many servers with the S3 protocol do not know the newer checksum trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client };
}

/**
 * Every S3 response about an object has its tag. Another server, such as a proxy or a website at a wrong address, may
 * also respond with 200: the object would count as stored, or a web page would be sent as a picture and cached for ever.
 */
function requireTag(tag: string | undefined): void {
  if (tag === undefined) throw new StorageUnavailable('What answers at the address of the bucket is not S3');
}

/** Whatever the cause, such as wrong keys: people can only try again later, and the log contains it. */
function throwUnavailable(cause: unknown): never {
  throw new StorageUnavailable('The bucket does not answer, or refuses', { cause });
}

/**
 * A missing object is `NoSuchKey`. For keys that may not list the bucket it is `AccessDenied`, which keys that may
 * not read get for every object: S3 does not say which of the two applies. Wrong keys have error names of their own.
 */
function undefinedIfMissing(error: unknown): undefined {
  const name = error instanceof Error ? error.name : undefined;
  if (name === 'NoSuchKey') return undefined;
  if (name === 'AccessDenied') throw new ReadRefused('The bucket refuses to read', { cause: error });
  return throwUnavailable(error);
}
