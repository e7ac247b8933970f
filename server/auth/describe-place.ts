/** Describes where a person is signed in: precise enough for them to recognise, too imprecise for tracking. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox on Windows" from a User-Agent header; "An unknown browser" for other clients. */
export function describeBrowser(userAgent: string | null): string {
  const named = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = named(browsers);
  const system = named(systems);
  if (browser === undefined && system === undefined) return 'An unknown browser';
  return `${browser ?? 'A browser'}${system === undefined ? '' : ` on ${system}`}`;
}

/** The first half of a network address: "203.0.x.x", "2001:db8:x"; "this machine" for its own, in both families. */
export function shortenAddress(address: string | null): string {
  if (address === null || address === '') return 'an unknown network';
  const v4 = /(\d+)\.(\d+)\.\d+\.\d+$/.exec(address);
  if (v4 !== null) return v4[1] === '127' ? 'this machine' : `${v4[1]}.${v4[2]}.x.x`;
  const groups = address.split('::')[0]?.split(':').filter(Boolean).slice(0, 2) ?? [];
  return groups.length === 0 ? 'this machine' : `${groups.join(':')}:x`;
}
