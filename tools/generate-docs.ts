import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calls, errorTable, openApi, type Call } from '../contract/src/index.ts'

const folder = join(import.meta.dirname, '../docs/generated')

/** What is derived from the contract, by file name. */
function documents(): Record<string, string> {
  return { 'openapi.json': `${JSON.stringify(openApi(), null, 1)}\n`, 'calls.md': callsTable(), 'errors.md': errorsTable() }
}

function callsTable(): string {
  const rows = (Object.values(calls) as Call[]).map((call) =>
    `| \`${call.name}\` | ${call.method}${call.as ? ` as ${call.as}` : ''} | \`${call.path}\` | \`${call.access}\` | ${cell(call.summary)} | ${cell(call.source)} |`)
  return ['# Calls', '', 'Made from `contract/` by `npm run docs`; every path answers with and without `/api` in front.', '', '| name | method | path | access | summary | source |', '| --- | --- | --- | --- | --- | --- |', ...rows, ''].join('\n')
}

function errorsTable(): string {
  const rows = Object.entries(errorTable).map(([code, row]) => `| \`${code}\` | ${row.status}/${row.sub} | ${cell(row.message)} | ${row.retry ? 'yes' : 'no'} | ${cell(row.source)} |`)
  return ['# Errors', '', 'Made from `contract/` by `npm run docs`. *Retry*: the same request can succeed later, unchanged.', '', '| code | wire | message | retry | source |', '| --- | --- | --- | --- | --- |', ...rows, ''].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** Writes the documents, or with `--check` says which of them are stale and ends with 1. */
async function main(): Promise<void> {
  const check = process.argv.includes('--check')
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(documents())) {
    const path = join(folder, name)
    if (!check) await writeFile(path, text)
    else if (await readFile(path, 'utf8').catch(() => '') !== text) {
      process.stderr.write(`docs/generated/${name} is stale: run npm run docs\n`)
      process.exitCode = 1
    }
  }
}

await main()
