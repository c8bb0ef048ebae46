import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram, runtimeFolder } from './run-program.mjs'

/**
 * Programs of the system that Cartouche uses, their Debian packages, and what is not possible without them.
 * LibreOffice is used where it is present and is too large to install unasked.
 */
const programs = {
  ffmpeg: { debianPackage: 'ffmpeg', without: 'films and sound keep their originals, but get no previews' },
  bwrap: {
    debianPackage: 'bubblewrap',
    without: 'programs that decode files are not shut off from the files and processes of this machine',
  },
  // Chromium without windows takes four fifths of the time (two journeys, 2026-11); the whole one serves too.
  chromium: {
    debianPackage: 'chromium-headless-shell',
    names: ['chromium-headless-shell', 'chromium'],
    without: 'the tests in a browser cannot run',
  },
  radosgw: { debianPackage: 'radosgw', without: 'the S3 store is not tried' },
  'ceph-mon': { debianPackage: 'ceph-mon', without: 'the S3 store is not tried' },
  'ceph-osd': { debianPackage: 'ceph-osd', without: 'the S3 store is not tried' },
  unzip: { debianPackage: 'unzip', without: 'archives are not tried with it' },
  // A library alone; the program of Debian's package stands for it.
  faketime: { debianPackage: 'faketime', without: 'the drill sets no clock back' },
  '7z': { debianPackage: 'p7zip-full', without: 'archives are not tried with it' },
}

/** @typedef {keyof typeof programs} ProgramName */

/** After a failure, a start does not wait for another one before this has passed. */
const retryAfterMs = 24 * 60 * 60 * 1000

/**
 * Installs programs that are missing by Debian's package manager, where this user may, and says what will not
 * work without those that stay missing.
 * @param {ProgramName[]} names
 */
export async function ensurePrograms(names) {
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  if (mayTryAgain(missing)) await install(missing)
  const still = missing.filter((name) => !isInstalled(name))
  for (const name of still)
    console.warn(
      `${name} is not installed: ${programs[name].without}. To install it: apt-get install ${programs[name].debianPackage}`,
    )
  if (still.length > 0) rememberFailure(still)
}

/** @param {ProgramName[]} names */
async function install(names) {
  const prefix = await getRootPrefix()
  if (!prefix || !isOnPath('apt-get')) return
  const packages = names.map((name) => programs[name].debianPackage)
  console.log(`Installing ${packages.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  /** @param {string[]} parameters */
  const apt = (parameters) => {
    const [program = 'apt-get', ...rest] = [...prefix, 'apt-get', '-q', ...parameters]
    return runProgram(program, rest, { env, quiet: true })
  }
  // The lists of packages may be absent, or name versions that are no longer there.
  await apt(['update'])
  const { ok, output } = await apt(['install', '-y', '--no-install-recommends', ...packages])
  if (!ok) console.warn(output.trim().split('\n').slice(-3).join('\n'))
}

/**
 * Gives what to put before a command to run it as root: nothing for root, sudo where it asks for no password.
 */
async function getRootPrefix() {
  if (process.getuid?.() === 0) return []
  const { ok } = await runProgram('sudo', ['-n', 'true'], { quiet: true })
  return ok ? ['sudo', '-n', '--preserve-env=DEBIAN_FRONTEND'] : undefined
}

/** @param {ProgramName} name */
function isInstalled(name) {
  const { names = [name] } = /** @type {{ names?: string[] }} */ (programs[name])
  return names.some(isOnPath)
}

/** @param {string} name */
function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

/** @param {ProgramName[]} names */
function mayTryAgain(names) {
  return names.some((name) => {
    const failure = statSync(getFailureFile(name), { throwIfNoEntry: false })
    return !failure || Date.now() - failure.mtimeMs > retryAfterMs
  })
}

/** @param {ProgramName[]} names */
function rememberFailure(names) {
  mkdirSync(runtimeFolder, { recursive: true })
  for (const name of names) writeFileSync(getFailureFile(name), '')
}

/** @param {ProgramName} name */
function getFailureFile(name) {
  return join(runtimeFolder, `${name}.not-installed`)
}
