import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A test or a step of a journey that ran, and how it ended. */
interface Proof {
  readonly file: string
  readonly name: string
  readonly passed: boolean
}

const root = join(import.meta.dirname, '..')
const statementsPath = join(root, '../shared/spec/requirements.tsv')

/**
 * Writes docs/generated/statements.md: every numbered statement of the specifications and the tests that
 * carried its number in their names when `npm test` ran last. One whose test failed stands as failed.
 */
function main(): void {
  if (!existsSync(statementsPath))
    throw new Error(
      'The specifications are not beside the project: there is nothing to hold the tests against.',
    )
  const proofs = [...testProofs(), ...journeyProofs()]
  const rows = readFileSync(statementsPath, 'utf8')
    .split('\n')
    .filter((line) => /^[PD]\d/.test(line))
    .map((line) => line.split('\t'))
  const proven = rows.filter(([number = '']) => proofsOf(proofs, number).some(({ passed }) => passed)).length
  const lines = rows.map(
    ([number = '', section = '', text = '']) =>
      `| ${number} | ${cell(section)} | ${cell(text)} | ${
        proofsOf(proofs, number)
          .map(({ file, name, passed }) => `${passed ? '' : '**failed** '}${cell(name)} (\`${file}\`)`)
          .join('<br>') || '—'
      } |`,
  )
  const head = [
    '# Statements of the specifications, and the tests that prove them',
    '',
    `Written by \`npm run statements\` from the last \`npm test\`: ${proven} of ${rows.length} have a test that passed.`,
    '',
    '| number | section | statement | tests |',
    '| --- | --- | --- | --- |',
  ]
  writeFileSync(join(root, 'docs/generated/statements.md'), `${[...head, ...lines].join('\n')}\n`)
  console.log(`${proven} of ${rows.length} statements are proven by a test that ran`)
}

function testProofs(): Proof[] {
  const { testResults } = read<{
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
  }>('tests.json')
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map((test) => ({
        file: relative(root, name),
        name: test.fullName.trim(),
        passed: test.status === 'passed',
      })),
  )
}

function journeyProofs(): Proof[] {
  return read<{ journey: string; step: string; passed: boolean }[]>('journeys.json').map(
    ({ journey, step, passed }) => ({ file: `journey “${journey}”`, name: step, passed }),
  )
}

function read<T>(name: string): T {
  const path = join(root, 'test-results', name)
  if (!existsSync(path)) throw new Error('Run `npm test` first: its report is read here.')
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

function proofsOf(proofs: readonly Proof[], number: string): Proof[] {
  return proofs.filter(({ name }) => new RegExp(`\\b${number.replace('.', '\\.')}\\b`).test(name))
}

/** Text as one cell of a table. */
function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
}

main()
