import { expect, test } from 'vitest'
import { measureMachine, sizeDecoders, sizeJobs } from './machine-size.ts'

const gibibyte = 1024 ** 3

test.each([
  { cores: 16, memoryBytes: 64 * gibibyte, jobs: 18, decoders: 16 },
  { cores: 16, memoryBytes: 4 * gibibyte, jobs: 8, decoders: 4 },
  { cores: 2, memoryBytes: 8 * gibibyte, jobs: 4, decoders: 2 },
  { cores: 1, memoryBytes: gibibyte / 2, jobs: 2, decoders: 2 },
])('$cores cores and $memoryBytes bytes are for $jobs jobs and $decoders decoders', (machine) => {
  expect([sizeJobs(machine), sizeDecoders(machine)]).toEqual([machine.jobs, machine.decoders])
})

test('a machine has a core and memory', () => {
  expect(measureMachine().cores).toBeGreaterThan(0)
  expect(measureMachine().memoryBytes).toBeGreaterThan(64 * 1024 * 1024)
  expect(measureMachine().memoryBytes).toBeLessThan(Infinity)
})
