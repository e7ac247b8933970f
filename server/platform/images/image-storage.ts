/** Where picture files live. Names are plain file names; contents never change under a name. */
export interface ImageStorage {
  /** Keeps the bytes durably before it answers; putting the same name again is harmless. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /**
   * The whole file (pictures are small), or undefined where there is none.
   *
   * @throws ReadRefused where the storage does not say whether there is one
   */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Removing what is not there is harmless. */
  remove(name: string): Promise<void>;
}

/** The storage refuses to read a file, which may or may not be there. */
export class ReadRefused extends Error {
  override readonly name = 'ReadRefused';
}

const plainName = /^[0-9a-z][0-9a-z-]{2,99}\.[0-9a-z]{2,5}$/;

/** Guards every storage: throws for a name that could leave its folder or mean something to a path. */
export function assertPlainName(name: string): void {
  if (!plainName.test(name)) throw new Error(`not a plain file name: ${JSON.stringify(name)}`);
}
