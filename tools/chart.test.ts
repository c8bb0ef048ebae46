import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '../server/src/ground/settings/settings.ts'
import { findHelm } from './find-helm.mjs'

const chart = 'deploy/helm/cartouche'
const read = (path: string): string => readFileSync(join(chart, path), 'utf8')
const helm = findHelm() ?? ''
const note = helm === '' ? ' (skipped: no Helm here; npm run chart fetches it)' : ''

const secrets = ['DATABASE_URL=postgres://db/c', 'CARTOUCHE_ADMIN_PASSWORD=of the tests']
const given = ['url=https://dam.example.org', ...secrets.map((one) => `secretSettings.${one}`)]
const bucket = [...given, 'files.bucket=s3://assets/dam', 'settings.CARTOUCHE_PROXIES=10.244.0.0/16']
const oneServer = [...given, 'web.replicas=1', 'worker.replicas=0']

function run(command: readonly string[], values: readonly string[]): { ok: boolean; said: string } {
  const set = values.flatMap((value) => ['--set', value])
  const { status, stdout, stderr } = spawnSync(helm, [...command, ...set], { encoding: 'utf8' })
  return { ok: status === 0, said: stdout + stderr }
}
const render = (...values: string[]) => run(['template', 'dam', chart], values)

test('the chart is of this version, and names settings that a server reads, and all of them', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(read('Chart.yaml')).toContain(`\nversion: ${version}\nappVersion: ${version}\n`)
  const texts = ['values.yaml', ...readdirSync(join(chart, 'templates')).map((name) => `templates/${name}`)]
  const named = new Set(texts.flatMap((path) => read(path).match(/\b(?:CARTOUCHE|DATABASE)_[A-Z_]+/g) ?? []))
  expect([...named].filter((name) => !settingNames.includes(name))).toEqual([])
  // Those that the chart itself gives cannot be given twice.
  const own = [...read('templates/_helpers.tpl').matchAll(/^ +- name: ([A-Z_]+)$/gm)].map(([, name]) => name)
  const { $defs } = JSON.parse(read('values.schema.json')) as { $defs: { settingName: { enum: string[] } } }
  const isDemo = (name: string): boolean => name === 'CARTOUCHE_DEMO_PASSWORD'
  const free = settingNames.filter((name) => !own.includes(name) && !isDemo(name))
  expect($defs.settingName.enum.toSorted()).toEqual(free.toSorted())
})

test(`Helm's linter finds nothing, with a bucket and with one server and a volume${note}`, () => {
  if (helm === '') return
  for (const values of [bucket, oneServer, [...bucket, 'decoderSandbox=true', 'ingress.enabled=true']]) {
    const { ok, said } = run(['lint', '--strict', chart], values)
    expect(said).toContain('1 chart(s) linted, 0 chart(s) failed')
    expect(ok).toBe(true)
  }
})

test(`servers have their roles, their time to drain, and nothing to write to but their folders${note}`, () => {
  if (helm === '') return
  const { said } = render(...bucket, 'drainSeconds=90', 'settings.CARTOUCHE_ARCHIVE_MAX_MB=4194304')
  const [web = '', worker = ''] = said.split('kind: Deployment').slice(1)
  const valueOf = (text: string, name: string) =>
    new RegExp(`- name: ${name}\\n\\s+value: (.*)`).exec(text)?.[1]
  expect([valueOf(web, 'CARTOUCHE_ROLE'), valueOf(worker, 'CARTOUCHE_ROLE')]).toEqual(['"web"', '"worker"'])
  for (const text of [web, worker]) {
    expect(valueOf(text, 'CARTOUCHE_DRAIN_SECONDS')).toBe('"90"')
    expect(valueOf(text, 'CARTOUCHE_ARCHIVE_MAX_MB')).toBe('"4194304"')
    expect(text).toMatch(/terminationGracePeriodSeconds: 120\n/)
    expect(text).toMatch(/readOnlyRootFilesystem: true\n/)
    expect(text).not.toContain('persistentVolumeClaim')
  }
  const alone = render(...oneServer).said
  expect(alone).toContain('claimName: dam-cartouche-files')
  expect(alone).toContain('type: Recreate')
  expect(valueOf(alone, 'CARTOUCHE_ROLE')).toBe('"web,worker"')
  expect(alone.match(/kind: Deployment/g)).toHaveLength(1)
})

test.for([
  ['an address is needed', bucket.slice(1), 'url'],
  ['so is a database', [...bucket, 'secretSettings.DATABASE_URL='], 'DATABASE_URL is not set'],
  ['a setting that no server reads', [...bucket, 'settings.CARTOUCHE_TRASH_DAY=3'], 'CARTOUCHE_TRASH_DAY'],
  ['one that the chart gives', [...bucket, 'settings.CARTOUCHE_ROLE=web'], 'CARTOUCHE_ROLE'],
  ['several servers and a volume of one', given, 'Several servers need the same files'],
  [
    'an ingress that nobody believes',
    [...bucket, 'settings.CARTOUCHE_PROXIES=', 'ingress.enabled=true'],
    'CARTOUCHE_PROXIES is not set',
  ],
] as const)(`refused: %s${note}`, ([, values, reason]) => {
  if (helm === '') return
  const { ok, said } = render(...values)
  expect(said).toContain(reason)
  expect(ok).toBe(false)
})
