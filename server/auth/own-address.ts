/**
 * Resolves a URL of this site like a browser and returns it as an absolute one; undefined for a URL of another site.
 *
 * It is parsed as browsers do (WHATWG URL), so that no spelling (backslashes, tabs, dot segments, credentials) leads to
 * another host. A path that begins with two slashes is refused as well, because code that shortens a URL to its path
 * would turn it into another host.
 *
 * @param value absolute, or relative to `publicUrl`
 * @param origins our further origins: in the demo, this machine under its other name
 */
export function ownAddress(value: string, publicUrl: string, origins: readonly string[]): string | undefined {
  if (!URL.canParse(value, publicUrl)) return undefined;
  const { origin, pathname, username, password, href } = new URL(value, publicUrl);
  const isOurs = origin === new URL(publicUrl).origin || origins.includes(origin);
  if (!isOurs || username !== '' || password !== '' || pathname.startsWith('//')) return undefined;
  return href;
}
