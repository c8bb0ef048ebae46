import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { createPassword } from './create-password.ts'
import { createDataFolder } from './create-data-folder.ts'
import type { Settings } from './settings.ts'

/**
 * The passwords and keys of this server. Those of the demonstration are there when it is on, or where they
 * were given.
 */
export interface Secrets {
  adminPassword: string
  /** What this server signs is signed with it: 32 random bytes as base64url. */
  signingKey: string
  demoPassword?: string
  applicationKey?: string
  applicationSecret?: string
}

const fileName = 'secrets.json'

const storedSecrets = z.partialRecord(
  z.enum(['adminPassword', 'signingKey', 'demoPassword', 'applicationKey', 'applicationSecret']),
  z.string(),
)

/** How each secret is made, and the words that announce it; the signing key is nobody's to know. */
const recipes: { name: keyof Secrets; create: () => string; demo: boolean; title?: string }[] = [
  { name: 'signingKey', create: () => randomBytes(32).toString('base64url'), demo: false },
  { name: 'adminPassword', create: createPassword, demo: false, title: 'Password of admin' },
  {
    name: 'demoPassword',
    create: createPassword,
    demo: true,
    title: 'Password of editor, contributor and viewer',
  },
  { name: 'applicationKey', create: () => 'portal', demo: true, title: 'Key of the application' },
  {
    name: 'applicationSecret',
    create: () => randomBytes(24).toString('base64url'),
    demo: true,
    title: 'Secret of the application',
  },
]

/**
 * Gives the passwords and keys: those that the settings give, those that were generated before, and new ones
 * for the rest, which are kept in `secrets.json` (mode 0600) in the data folder.
 * @returns also `announcements`: a line to print for each that was generated just now; they are given this
 * once.
 * @throws Error when the file holds something else.
 */
export async function getSecrets(settings: Settings): Promise<{ secrets: Secrets; announcements: string[] }> {
  const file = join(settings.dataFolder, fileName)
  const stored = await readStored(settings)
  const given = getGiven(settings)
  const wanted = recipes.filter(({ name, demo }) => (settings.demo || !demo) && !given[name] && !stored[name])
  const generated = Object.fromEntries(wanted.map(({ name, create }) => [name, create()]))
  if (wanted.length > 0) await keep(file, { ...stored, ...generated }, settings.dataFolder)
  const { adminPassword, signingKey, ...rest } = { ...stored, ...generated, ...given }
  if (!adminPassword || !signingKey)
    throw new Error(`${file} has an empty secret. Remove it from the file to have it generated again.`)
  const announcements = wanted.flatMap(({ name, title }) => (title ? [`${title}: ${generated[name]}`] : []))
  return { secrets: { adminPassword, signingKey, ...rest }, announcements }
}

function getGiven({
  adminPassword,
  demoPassword,
  applicationKey,
  applicationSecret,
}: Settings): Partial<Secrets> {
  const given = { adminPassword, demoPassword, applicationKey, applicationSecret }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** What the file of secrets holds, for a backup; undefined where there is none. */
export async function readSecretsFile({
  dataFolder,
}: Pick<Settings, 'dataFolder'>): Promise<Buffer | undefined> {
  return readFile(join(dataFolder, fileName)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/**
 * Puts a file of secrets of a backup into a data folder.
 * @throws Error where it is none
 */
export async function writeSecretsFile(
  { dataFolder }: Pick<Settings, 'dataFolder'>,
  secrets: Buffer,
): Promise<void> {
  await keep(join(dataFolder, fileName), storedSecrets.parse(JSON.parse(secrets.toString())), dataFolder)
}

async function readStored(settings: Settings): Promise<Partial<Secrets>> {
  const file = join(settings.dataFolder, fileName)
  const text = (await readSecretsFile(settings))?.toString()
  if (text === undefined) return {}
  // It may have been copied, or brought back from a backup, under another mode.
  await chmod(file, 0o600)
  try {
    return storedSecrets.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(
      `${file} is not a file of secrets. Bring it back from a backup, or remove it to have new ones generated.`,
      { cause },
    )
  }
}

/**
 * Under another name first, of each writer's own: a file that was cut short would lock everybody out.
 */
async function keep(file: string, secrets: Partial<Secrets>, dataFolder: string): Promise<void> {
  await createDataFolder(dataFolder)
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, file)
}
