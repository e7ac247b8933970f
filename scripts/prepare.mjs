// Runs on any Node from 20 up, before anything is installed: installs what is missing, then runs a script on
// the Node that the lockfile brings. Usage: node scripts/prepare.mjs <entry.ts> [arguments …]
/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call,
   typescript/no-unsafe-member-access, typescript/no-unsafe-return -- plain JavaScript, in no type check */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stampFile = join(root, 'node_modules', '.ringback-stamp');
const lockFile = join(root, 'build', 'install.lock');
const abandonedAfterMs = 15 * 60_000;
const oldestNode = [22, 18];
/**
 * On a machine with much memory, V8 reserves over 100 MB for young objects alone and collects garbage only when the heap
 * is several times as large as what is alive. These limits save two fifths of the memory and cost about a twentieth of
 * the rate of rendered pages.
 */
const memoryFlags = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * The same for memory outside of V8's heap, with glibc: two arenas are enough for threads that only compress and read
 * files, and large freed blocks are returned to the system.
 */
const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(256 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(1024 * 1024),
};

/** Compiled code is cached: from the second start on, this saves a fifth of the time until the first answer. */
const compileCache = join(root, 'build', 'compile-cache');

const quickImports = pathToFileURL(join(root, 'scripts', 'quick-imports.mjs')).href;

const [entry, ...parameters] = process.argv.slice(2);
if (!entry) stop('Usage: node scripts/prepare.mjs <entry.ts> [arguments …]');
if (!isInstalled()) await installOnce();
runOnNode(findNode(), [...memoryFlags, '--import', quickImports, join(root, entry), ...parameters]);

function isInstalled() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint();
}

function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const name of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

/** Two simultaneous commands must not install into the same folder. */
async function installOnce() {
  let hasWaited = false;
  while (!takeLock()) {
    if (!hasWaited) say('Another command is installing the dependencies: waiting for it.');
    hasWaited = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    if (!isInstalled()) install();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

function takeLock() {
  const own = `${lockFile}.${process.pid}`;
  try {
    mkdirSync(dirname(lockFile), { recursive: true });
    writeFileSync(own, String(process.pid));
    // A link is created atomically with its content, or not at all.
    linkSync(own, lockFile);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return removeStaleLock();
    return stop(`This folder cannot be written (${error.message}). Make ${root} writable for this user.`);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Always false: the next attempt decides who gets the lock. */
function removeStaleLock() {
  try {
    const holder = Number(readFileSync(lockFile, 'utf8'));
    const isAbandoned = Date.now() - statSync(lockFile).mtimeMs > abandonedAfterMs;
    if (!isAbandoned && holder !== process.pid && isAlive(holder)) return false;
    const aside = `${lockFile}.${process.pid}.dead`;
    renameSync(lockFile, aside);
    rmSync(aside, { force: true });
  } catch {
    // Its holder has just released it.
  }
  return false;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function install() {
  say('Installing the dependencies (npm install; this needs the network and takes about a minute) …');
  rmSync(stampFile, { force: true });
  // --no-save leaves the lockfile unchanged; dev and optional packages are needed whatever NODE_ENV says.
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  flags.push('--include=dev', '--include=optional');
  const [program, first] = findNpm();
  const { status, error } = spawnSync(program, [...first, ...flags], {
    cwd: root,
    env: environmentForNpm(),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && first.length === 0,
  });
  if (error) stop(`npm could not be run: ${error.message}. Install npm 10 or newer.`);
  if (status !== 0) stop('npm install failed, see above. Is the network there? Run the same command again.');
  writeFileSync(stampFile, fingerprint());
}

function findNpm() {
  const running = process.env.npm_execpath ?? '';
  if (basename(running).startsWith('npm')) return [process.execPath, [running]];
  return ['npm', []];
}

/** Flags of the npm that started us (`npm start --prefix …`) are not meant for the npm that we start. */
function environmentForNpm() {
  const foreign =
    /^npm_config_(prefix|local_prefix|global|location|dry_run|package_lock_only|workspaces?|include_workspace_root|omit|include|production|only|save|loglevel)$/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

function findNode() {
  const carried = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(carried) && spawnSync(carried, ['--version']).status === 0) return carried;
  const [major, minor] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  if (isNewEnough) return process.execPath;
  rmSync(stampFile, { force: true });
  return stop(
    `Ringback needs Node ${oldestNode.join('.')} or newer. npm brings Node 24 for Linux and Windows, but it did not\n` +
      `come with this install, and this is Node ${process.versions.node}. Install a newer Node, or try again with the network on.`,
  );
}

/** Passes the terminal and signals on, and ends with the script's exit code. */
function runOnNode(node, nodeParameters) {
  const env = { NODE_COMPILE_CACHE: compileCache, ...mallocSettings, ...process.env };
  const child = spawn(node, nodeParameters, { cwd: root, stdio: 'inherit', env });
  const passedOn = new Set();
  // npm, the shell and the terminal may each send the signal; the script should get it once.
  const passOn = (signal) => {
    if (!passedOn.has(signal)) child.kill(signal);
    passedOn.add(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => passOn(signal));
  if (process.env.npm_lifecycle_event) watchParent(() => passOn('SIGTERM'));
  child.once('error', (error) => stop(`${node} could not be run: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}

/** npm sends a signal only to the shell between us, and most shells end without passing it on. */
function watchParent(onGone) {
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && onGone(), 200);
  watch.unref();
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function stop(text) {
  say(text);
  process.exit(1);
}
