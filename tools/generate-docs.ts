import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bytes, calls, errorTable, events, openApi, redirect, type Call } from '../contract/src/index.ts'
import { drawRooms } from './draw-rooms.ts'
import { readSources } from './list-sources.ts'
import { drawStatusTables } from './status-tables.ts'

const project = join(import.meta.dirname, '..')

/** What is derived from the contract, the machines of the data layer and the folders of the code, by path. */
async function documents(): Promise<Record<string, string>> {
  const architecture = 'docs/architecture.md'
  return {
    [architecture]: drawRooms(await readFile(join(project, architecture), 'utf8'), readSources(project)),
    'docs/generated/calls.md': callsTable(),
    'docs/generated/errors.md': errorsTable(),
    'contract/src/generated/wire-calls.ts': wireCalls(),
    'contract/src/generated/wire-errors.ts': wireErrors(),
    ...drawStatusTables(),
  }
}

function callsTable(): string {
  const rows = (Object.values(calls) as Call[]).map(
    (call) =>
      `| \`${call.name}\` | ${call.method}${call.as ? ` as ${call.as}` : ''} | \`${call.path}\` | \`${call.access}\` | ${cell(call.summary)} | ${cell(call.source)} |`,
  )
  return [
    '# Calls',
    '',
    'Made from `contract/` by `npm run docs`; every path answers with and without `/api` in front.',
    '',
    '| name | method | path | access | summary | source |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

function errorsTable(): string {
  const rows = Object.entries(errorTable).map(
    ([code, row]) =>
      `| \`${code}\` | ${row.status}/${row.sub} | ${cell(row.message)} | ${row.retry ? 'yes' : 'no'} | ${cell(row.source)} |`,
  )
  return [
    '# Errors',
    '',
    'Made from `contract/` by `npm run docs`. *Retry*: the same request can succeed later, unchanged.',
    '',
    '| code | wire | message | retry | source |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

/** The calls without their schemas, each an export of its own: a bundle carries those that it makes. */
function wireCalls(): string {
  const definitions = (Object.values(calls) as Call[]).map(
    ({ name, method, path, alsoAt, as, bodyAs, upload, startsSession, answers, errors }) => {
      const byStatus = Object.fromEntries(errors.map((code) => [errorTable[code].status, code]))
      const call = {
        name,
        method,
        path,
        alsoAt,
        as,
        bodyAs,
        upload,
        startsSession,
        answersBytes: answers === bytes || answers === events || answers === redirect ? true : undefined,
        errors: method === 'HEAD' ? byStatus : undefined,
      }
      return `export const ${name} = ${JSON.stringify(call)} as const satisfies WireCall<'${name}'>`
    },
  )
  return [
    '// Made from the definitions of the calls by `npm run docs`.',
    "import type { WireCall } from '../wire-call.ts'",
    '',
    ...definitions,
    '',
  ].join('\n')
}

/** The errors of servers that give numbers alone, and no code. */
function wireErrors(): string {
  const rows = Object.entries(errorTable)
    .filter(([, { sub }]) => sub < 2000)
    .map(([code, { status, sub }]) => `  '${status}/${sub}': '${code}',`)
  return [
    '// Made from the error table by `npm run docs`: the code of each status and sub-code,',
    '// for servers that send no codes.',
    'export const wireErrors: Readonly<Record<string, string>> = {',
    ...rows,
    '}',
    '',
  ].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Writes the documents, or with `--check` says which of them are stale and ends with 1. */
async function main(): Promise<void> {
  const check = process.argv.includes('--check')
  // Too large to be kept beside the code; a server answers the same at /api/openapi.json.
  if (!check)
    await writeFile(join(project, 'docs/generated/openapi.json'), `${JSON.stringify(openApi(), null, 1)}\n`)
  for (const [name, text] of Object.entries(await documents())) {
    const path = join(project, name)
    if (!check) await mkdir(dirname(path), { recursive: true }).then(() => writeFile(path, text))
    else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
      process.stderr.write(`${name} is stale: run npm run docs\n`)
      process.exitCode = 1
    }
  }
}

await main()
