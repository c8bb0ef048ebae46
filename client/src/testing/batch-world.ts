import fc from 'fast-check'
import { stepQueue, type Queue, type QueueEffect, type QueueEvent } from '../batches/batch-machine.ts'
import type { ActionStatus, ActionRequest, BatchStatus } from '../batches/batch.ts'

const path = 'dam/data/asset'
const request = (id: string): ActionRequest => ({ id, type: 'create', path, payload: {} })
const batchId = fc.constantFrom('a', 'b', 'c')
const event: fc.Arbitrary<QueueEvent> = fc.oneof(
  fc.record({
    type: fc.constant('add' as const),
    id: batchId,
    actions: fc
      .integer({ min: 0, max: 4 })
      .map((length) => Array.from({ length }, (_action, index) => request(String(index)))),
  }),
  fc.record({ type: fc.constantFrom('process' as const, 'process' as const, 'retry' as const), id: batchId }),
  fc.record({ type: fc.constant('remove' as const), id: batchId }),
  fc.record({
    type: fc.constant('cancel' as const),
    id: batchId,
    actionId: fc.option(fc.constantFrom('0', '1', '2'), { nil: undefined }),
  }),
  fc.record({
    type: fc.constant('progress' as const),
    id: batchId,
    actionId: fc.constantFrom('0', '1', '2', '3'),
    loaded: fc.nat(100),
    total: fc.constant(100),
  }),
  fc.record({
    type: fc.constant('ended' as const),
    id: batchId,
    actionId: fc.constantFrom('0', '1', '2', '3'),
    status: fc.constantFrom('done' as const, 'error' as const, 'canceled' as const),
  }),
)
const order: readonly BatchStatus[] = ['draft', 'scheduled', 'processing', 'done']
const endings: readonly ActionStatus[] = ['done', 'canceled', 'error']

function hold(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

function check(before: Queue, one: QueueEvent, batch: Queue[number]): void {
  const last = before.find(({ id }) => id === batch.id)
  const isRestart = one.type === 'retry' && one.id === batch.id
  hold(
    !last || isRestart || order.indexOf(batch.status) >= order.indexOf(last.status),
    `${one.type}: from ${last?.status} back to ${batch.status}`,
  )
  hold(
    batch.actions.filter(({ status }) => status === 'processing').length <=
      (batch.status === 'processing' ? 2 : 0),
    'too many actions at once',
  )
  hold(
    batch.status !== 'done' || batch.actions.every(({ status }) => endings.includes(status)),
    'done before its actions',
  )
  for (const { status, progress } of batch.actions)
    hold(status === 'done' ? progress === 100 : progress <= 95, `progress ${progress} while ${status}`)
}

/**
 * Whatever happens: one batch is processed, two actions run, progress stays below 95 until done, and every
 * batch that was started ends.
 */
export const batchProperty = fc.property(fc.array(event, { maxLength: 50, size: 'max' }), (events) => {
  let queue: Queue = []
  const running = new Set<string>()
  const send = (one: QueueEvent): void => {
    const before = queue
    const step = stepQueue(queue, one)
    queue = step.queue
    if (one.type === 'ended') running.delete(`${one.id}/${one.actionId}`)
    for (const effect of step.effects) follow(effect)
    hold(queue.filter(({ status }) => status === 'processing').length <= 1, 'two batches at once')
    for (const batch of queue) check(before, one, batch)
    for (const { id, actions } of queue)
      for (const action of actions)
        hold(
          running.has(`${id}/${action.id}`) === (action.status === 'processing'),
          `${id}/${action.id} is ${action.status}`,
        )
  }
  const follow = (effect: QueueEffect): void => {
    if (effect.type === 'run') running.add(`${effect.id}/${effect.actionId}`)
    if (effect.type === 'abort') running.delete(`${effect.id}/${effect.actionId}`)
  }
  for (const one of events) send(one)
  for (
    let batch = queue.find(({ status }) => status === 'processing');
    batch;
    batch = queue.find(({ status }) => status === 'processing')
  ) {
    const action = batch.actions.find(({ status }) => status === 'processing')
    send({ type: 'ended', id: batch.id, actionId: action?.id ?? '', status: 'done' })
  }
  hold(
    queue.every(({ status }) => status === 'draft' || status === 'done'),
    'a batch that never ends',
  )
})
