/** Installs programs that tests need and the machine lacks: as root on a system with apt. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const canInstallWithApt = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Installs a package, and announces it first. @throws apt-get's error if it fails */
export function installWithApt(name: string, reason: string): void {
  console.log(`${reason}: installing it (apt-get update, apt-get install ${name}) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another part of the run may be installing something.
  const lockTimeout = ['-o', 'DPkg::Lock::Timeout=120'];
  spawnSync('apt-get', [...lockTimeout, 'update', '-q'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', [...lockTimeout, 'install', '-y', '-q', '--no-install-recommends', name], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
