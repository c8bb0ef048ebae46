import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Client } from '../client.ts'
import { systemClock } from '../clock.ts'
import { toFailure } from '../failure.ts'
import type { Readable } from '../store/keyed-store.ts'
import { createFakeClient } from './fake-client.ts'
import type { FakeServer } from './fake-server.ts'

const project = join(import.meta.dirname, '../../..')
const guides = join(project, 'docs/guides')

/** What every example of a guide finds: the README of the guides says it to their readers. */
interface GuideStart {
  readonly client: Client
  readonly server: FakeServer
  readonly storage: Map<string, string>
  /** Waits until a snapshot is as wanted. */
  readonly until: <Snapshot>(
    readable: Readable<Snapshot>,
    isWanted: (snapshot: Snapshot) => boolean,
  ) => Promise<Snapshot>
  /** A line `expression // → value`: holds what comes out against what is said. */
  readonly says: (actual: unknown, said: unknown, where: string) => void
  /** A line `expression // → throws code`. */
  readonly refused: (work: () => unknown, code: string, where: string) => Promise<void>
}

/**
 * Starts a guide: a client of a fake server with 60 assets, signed in as `editor`, with the time of the
 * machine.
 */
export async function startGuide(): Promise<GuideStart> {
  const storage = new Map<string, string>()
  // Tokens of the fake server begin in 2023.
  const shiftMs = 1_700_000_000_000 - Date.now()
  const { client, server } = await createFakeClient({
    clock: { ...systemClock, nowMs: () => Date.now() + shiftMs },
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
  })
  onTestFinished(() => client.session.dispose())
  return {
    client,
    server,
    storage,
    until,
    says: (actual, said, where) => expect(actual, where).toEqual(said),
    refused,
  }
}

function until<Snapshot>(
  readable: Readable<Snapshot>,
  isWanted: (snapshot: Snapshot) => boolean,
): Promise<Snapshot> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isWanted(readable.get())) return
      stop()
      resolve(readable.get())
    }
    const stop = readable.subscribe(look)
    look()
  })
}

async function refused(work: () => unknown, code: string, where: string): Promise<void> {
  const failure = await Promise.resolve()
    .then(work)
    .then(() => undefined, toFailure)
  expect(failure?.code, where).toBe(code)
}

/** All guides with what they say, by name. */
export function listGuides(): readonly { readonly path: string; readonly text: string }[] {
  const names = readdirSync(guides)
    .filter((name) => name.endsWith('.md'))
    .toSorted((one, other) => one.localeCompare(other))
  return names.map((name) => ({ path: join(guides, name), text: readFileSync(join(guides, name), 'utf8') }))
}

/** The examples of one guide: a module to be run, and others that are compiled alone. */
export interface GuideModules {
  readonly name: string
  /** Path of the module of all its `ts` blocks, each going on where the one before ended. */
  readonly path: string
  /** How often it says what comes out. */
  readonly claims: number
}

/**
 * Writes the examples of all guides as modules into a new folder of the project, with a tsconfig.json to
 * compile them by. Each line keeps its number: what the compiler or a test says of a module holds for the
 * guide.
 */
export function writeGuideModules(): { readonly folder: string; readonly modules: readonly GuideModules[] } {
  const runtime = join(project, '.runtime')
  mkdirSync(runtime, { recursive: true })
  const folder = mkdtempSync(join(runtime, 'guides-'))
  // What an example takes out of a snapshot without using it is shown all the same.
  const compilerOptions = {
    lib: ['es2024', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: ['node'],
    noUnusedLocals: false,
    noUnusedParameters: false,
  }
  // The nearest package.json would be that of whatever else is installed there.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.base.json', include: ['.'], compilerOptions }),
  )
  return {
    folder,
    modules: listGuides().flatMap(({ path, text }) => writeModules(folder, basename(path), text.split('\n'))),
  }
}

function writeModules(folder: string, name: string, lines: readonly string[]): readonly GuideModules[] {
  const blocks = findBlocks(lines)
  const write = (
    path: string,
    own: readonly Block[],
    first: string,
    toCode: (line: string, index: number) => string,
  ): string => {
    const isOwn = (index: number): boolean => own.some(({ from, to }) => index >= from && index < to)
    writeFileSync(
      join(folder, path),
      [first, ...lines.slice(1).map((line, index) => (isOwn(index + 1) ? toCode(line, index + 1) : ''))].join(
        '\n',
      ),
    )
    return join(folder, path)
  }
  const stem = basename(name, '.md')
  for (const block of blocks.filter(({ language }) => language === 'tsx'))
    write(`${stem}-${block.from}.tsx`, [block], '', (line) => line)
  const run = blocks.filter(({ language }) => language === 'ts')
  if (run.length === 0) return []
  const own = `import { ${startGuide.name} } from '${relative(folder, import.meta.filename)}'; const { client, server, storage, until, says, refused } = await ${startGuide.name}()`
  let claims = 0
  const path = write(`${stem}.ts`, run, own, (line, index) => {
    const code = toClaim(line, `${name}:${index + 1}`)
    if (code !== line) claims++
    return code
  })
  return [{ name, path, claims }]
}

interface Block {
  readonly language: string
  /** Its lines: from the first one to the one after the last. */
  readonly from: number
  readonly to: number
}

function findBlocks(lines: readonly string[]): readonly Block[] {
  const fences = lines.flatMap((line, index) => (line.startsWith('```') ? [index] : []))
  return fences.flatMap((from, index) =>
    index % 2 === 0
      ? [
          {
            language: lines[from]?.slice(3).trim() ?? '',
            from: from + 1,
            to: fences[index + 1] ?? lines.length,
          },
        ]
      : [],
  )
}

/** A line that says what comes out, as the check of it. */
function toClaim(line: string, where: string): string {
  const [, expression, said] = /^(.+?)\s+\/\/ → (.+)$/.exec(line) ?? []
  if (expression === undefined || said === undefined) return line
  if (/^[[(`]/.test(expression))
    throw new Error(`${where}: in a reader's program this line would belong to the one before it`)
  const code = /^throws (\S+)$/.exec(said)?.[1]
  return code === undefined
    ? `says(await (${expression}), ${said}, '${where}')`
    : `await refused(async () => (${expression}), '${code}', '${where}')`
}
