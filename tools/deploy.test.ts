import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingNames } from '../server/src/ground/settings/settings.ts'

const read = (path: string): string => readFileSync(`deploy/${path}`, 'utf8')
const files = ['Dockerfile', 'cartouche.service', 'compose.yaml', 'environment.example']
const hasAnalyze = existsSync('/usr/bin/systemd-analyze')

test('what is started is there, and the same in the image and in the service', () => {
  const [image, service] = ['Dockerfile', 'cartouche.service'].map(read) as [string, string]
  const main = 'server/src/start/main.ts'
  expect(existsSync(main)).toBe(true)
  expect(image).toContain(`CMD ["node", "--max-semi-space-size=4", "${main}"]`)
  expect(service).toContain(
    `ExecStart=/opt/cartouche/bin/node --max-semi-space-size=4 /opt/cartouche/${main}`,
  )
})

test('every setting that the files name is one that a server reads', () => {
  const named = new Set(files.flatMap((file) => read(file).match(/\bCARTOUCHE_[A-Z_]+/g) ?? []))
  // Of the composition itself: the port that the balancer answers on.
  named.delete('CARTOUCHE_PORT')
  expect([...named].filter((name) => !settingNames.includes(name))).toEqual([])
})

test(`the service is exposed by less than 2.5 of 10${hasAnalyze ? '' : ' (skipped: no systemd-analyze here)'}`, () => {
  if (!hasAnalyze) return
  const rated = execFileSync(
    'systemd-analyze',
    ['security', '--offline=true', '--no-pager', 'deploy/cartouche.service'],
    { encoding: 'utf8' },
  )
  const exposure = Number(/exposure level for cartouche\.service: ([\d.]+)/.exec(rated)?.[1])
  expect(exposure).toBeLessThan(2.5)
})
