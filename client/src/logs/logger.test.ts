import { logLevels } from '@cartouche/contract'
import { expect, test } from 'vitest'
import { createFakeClock, settle } from '../testing/fake-clock.ts'
import { createLogger, type LoggerOptions } from './logger.ts'

function open(options: LoggerOptions = {}) {
  const clock = createFakeClock()
  const sent: { level: number; message: string; count: number }[][] = []
  const printed: string[] = []
  let fails = 0
  const print = (method: string) => (message: unknown) => void printed.push(`${method} ${String(message)}`)
  const logger = createLogger({
    clock,
    console: { error: print('error'), warn: print('warn'), info: print('info'), debug: print('debug') },
    ...options,
  })
  const client = {
    call: (async (_call: unknown, { MESSAGE }: { MESSAGE: string }) => {
      if (fails-- > 0) throw new Error('no network')
      sent.push(JSON.parse(MESSAGE) as (typeof sent)[number])
    }) as never,
  }
  return {
    clock,
    logger,
    sent,
    printed,
    client,
    fail: (times: number) => {
      fails = times
    },
  }
}

const everyLevel = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

test('P9.10 P9.13 levels are those of the specification', () => {
  expect(logLevels).toEqual({ off: -1, fatal: 0, error: 10, warn: 20, info: 30, debug: 40, trace: 50 })
})

test('P9.14 in production the console is off and sending is at error', async () => {
  const { logger, client, clock, sent, printed } = open()
  logger.sendBy(client)
  for (const level of everyLevel) logger.write(level, level)
  await clock.advance(10_000)
  expect(printed).toEqual([])
  expect(sent[0]?.map(({ level, message }) => [level, message])).toEqual([
    [0, 'fatal'],
    [10, 'error'],
  ])
})

test('P9.13 each level writes what is as grave, or graver', () => {
  for (const [index, level] of everyLevel.entries()) {
    const { logger, printed } = open({ consoleLevel: logLevels[level], sendLevel: logLevels.off })
    for (const one of everyLevel) logger.write(one, one)
    expect(printed).toHaveLength(index + 1)
    expect(logger.get().waiting).toBe(0)
  }
})

test('P9.11 messages are sent after 10000 ms, together; nothing is sent where there is nothing', async () => {
  const { logger, client, clock, sent } = open()
  logger.log('error', 'Before the client was there')
  logger.sendBy(client)
  await clock.advance(9999)
  logger.log('error', 'Second')
  expect(sent).toEqual([])
  await clock.advance(1)
  expect(sent.map((batch) => batch.map(({ message }) => message))).toEqual([
    ['Before the client was there', 'Second'],
  ])
  await clock.advance(60_000)
  expect(sent).toHaveLength(1)
})

test('P9.12 the same message is one, with how often it was said', async () => {
  const { logger, client, clock, sent } = open({ sendDelayMs: 100 })
  logger.sendBy(client)
  for (let time = 0; time < 5; time++) logger.log('error', 'It broke', new Error('again'))
  logger.log('error', 'It broke')
  logger.write('fatal', 'It broke')
  await clock.advance(100)
  expect(
    sent[0]
      ?.map(({ count }) => count)
      .toSorted((a, b) => a - b)
      .at(0),
  ).toBe(1)
  expect(sent[0]?.find(({ message }) => message === 'It broke')).toEqual({
    level: 10,
    message: 'It broke',
    count: 1,
  })
  expect(sent[0]?.filter(({ message }) => message === 'It broke')).toHaveLength(2)
})

test('P9.12 what could not be sent ten times is dropped; what came meanwhile is not', async () => {
  const { logger, client, clock, sent, fail } = open()
  logger.sendBy(client)
  fail(10)
  logger.log('error', 'First')
  await clock.advance(9 * 10_000)
  expect(logger.get()).toEqual({ waiting: 1, dropped: 0 })
  logger.log('error', 'Late')
  await clock.advance(10_000)
  expect(logger.get()).toEqual({ waiting: 1, dropped: 1 })
  await clock.advance(10_000)
  expect(sent.map((batch) => batch.map(({ message }) => message))).toEqual([['Late']])
})

test('more than the server takes at once goes in several requests', async () => {
  const { logger, client, sent } = open()
  logger.sendBy(client)
  for (let number = 0; number < 150; number++) logger.log('error', `Message ${number}`)
  await logger.flush()
  await logger.flush()
  await settle()
  expect(sent.map(({ length }) => length)).toEqual([100, 50])
})

test('a cause is logged in words, whatever it is', async () => {
  const { logger, client, sent } = open()
  logger.sendBy(client)
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  for (const cause of [
    Object.assign(new Error('lost'), { code: 'network', stack: 'Error: lost\n at here' }),
    { a: 1 },
    'text',
    circle,
  ])
    logger.log('error', 'Because', cause)
  await logger.flush()
  expect(sent[0]?.map(({ message }) => message)).toEqual([
    'Because: network: Error: lost\n at here',
    'Because: {"a":1}',
    'Because: text',
    'Because: [object Object]',
  ])
})
