import { stepQueue, type Queue, type QueueEvent } from '../client/src/batches/batch-machine.ts'
import type { ActionStatus, ActionRequest, BatchStatus } from '../client/src/batches/batch.ts'
import { stepCursor } from '../client/src/cursors/cursor-machine.ts'
import { newCursor, type CursorEvent, type CursorState } from '../client/src/cursors/cursor-state.ts'
import {
  stepDownload,
  type DownloadEvent,
  type DownloadState,
} from '../client/src/downloads/download-machine.ts'
import { ClientError } from '../client/src/failure.ts'
import { loadStatuses } from '../client/src/load-status.ts'
import { contentsOf } from '../client/src/pages/page-contents.ts'
import { stepPage } from '../client/src/pages/page-machine.ts'
import { newPage, type PageEvent, type PageState } from '../client/src/pages/page-state.ts'
import { newTree, stepTree, type TreeEvent, type TreeState } from '../client/src/trees/tree-machine.ts'
import { drawStatusTable, findTransitions, type Transition } from './draw-status-table.ts'

const error = new ClientError('network')

/**
 * The pictures of the statuses of the data layer, by path. How a thing is forgotten is not drawn: it can be
 * at any time.
 */
export function drawStatusTables(): Record<string, string> {
  return {
    'docs/generated/cursor-statuses.svg': drawStatusTable(
      'Statuses of a cursor',
      loadStatuses,
      findCursorTransitions(),
    ),
    'docs/generated/tree-statuses.svg': drawStatusTable(
      'Statuses of a tree',
      loadStatuses,
      findTreeTransitions(),
    ),
    'docs/generated/page-statuses.svg': drawStatusTable(
      'Statuses of a page',
      loadStatuses,
      findPageTransitions(),
    ),
    'docs/generated/download-statuses.svg': drawStatusTable(
      'Statuses of a download',
      loadStatuses,
      findDownloadTransitions(),
    ),
    'docs/generated/batch-statuses.svg': drawStatusTable(
      'Statuses of a batch',
      batchStatuses,
      findBatchTransitions(),
    ),
    'docs/generated/action-statuses.svg': drawStatusTable(
      'Statuses of an action of a batch',
      actionStatuses,
      findActionTransitions(),
    ),
  }
}

function findCursorTransitions(): Transition[] {
  const group = { key: 'g', value: { id: 1 }, hits: [], nextData: 'more', count: 2, complete: false }
  const answer = (requestId: number, echo: string, token: string | null): CursorEvent<null> => ({
    type: 'answered',
    requestId,
    echo,
    page: { hits: [], total: 0, token, facets: null, groups: [group] },
  })
  return findTransitions<CursorState<null>, CursorEvent<null>>({
    start: newCursor('a'),
    events: ({ request }) => [
      ...(['registered', 'resolve', 'resolved', 'fetch', 'refresh', 'next'] as const).map(
        (type) => [type, { type }] as const,
      ),
      ['nextOfGroup', { type: 'nextOfGroup', group: 'g' }],
      ['unresolved', { type: 'unresolved', error }],
      ...['a', 'b'].map(
        (signature) =>
          ['change', { type: 'change', signature, limit: 1, sequences: 1, typed: false }] as const,
      ),
      ...(request
        ? ([
            ['answered', answer(request.id, request.signature, 'more')],
            ['answered', answer(request.id, request.signature, null)],
            ['stray', answer(request.id, 'another', null)],
            ['failed', { type: 'failed', requestId: request.id, error }],
          ] as const)
        : []),
    ],
    step: (state, event) => stepCursor(state, event).state,
    statusOf: ({ status }) => status,
    keyOf: ({ signature, lastSignature, hasSchema, wanted, token, mismatches: strays, request, groups }) => [
      signature,
      lastSignature,
      hasSchema,
      wanted,
      token,
      strays,
      request?.kind,
      request?.signature,
      groups.length,
    ],
  })
}

function findTreeTransitions(): Transition[] {
  return findTransitions<TreeState<null>, TreeEvent<null>>({
    start: newTree('a', null),
    events: ({ running }) => [
      ['registered', { type: 'registered' }],
      ['resolved', { type: 'resolved' }],
      ['unresolved', { type: 'unresolved', error }],
      ...(['first', 'next', 1] as const).map((part) => ['fetch', { type: 'fetch', part }] as const),
      ...['a', 'b'].map((signature) => ['change', { type: 'change', signature }] as const),
      ...(running
        ? ([
            ['answered', { type: 'answered', requestId: running.requestId, content: () => null }],
            ['failed', { type: 'failed', requestId: running.requestId, error }],
          ] as const)
        : []),
    ],
    step: (state, event) => stepTree(state, event).state,
    statusOf: ({ status }) => status,
    keyOf: ({ signature, lastSignature, hasSchema, running, queue }) => [
      signature,
      lastSignature,
      hasSchema,
      running?.part,
      queue.map(({ part }) => part),
    ],
  })
}

function findPageTransitions(): Transition[] {
  const contents = contentsOf(null, [], [])
  const answer = (request: number, kind: string | undefined): PageEvent => ({
    type: 'answered',
    request,
    answer: kind === 'read' ? { kind, contents } : { kind: 'sort' },
  })
  return findTransitions<PageState, PageEvent>({
    start: newPage({ resource: 'page', id: 1 }),
    events: ({ running, jobs }) => [
      ['fetch', { type: 'ask', work: { kind: 'read' } }],
      // A third write would wait like the second.
      ...(jobs.length < 2 ? [['write', { type: 'ask', work: { kind: 'sort', ids: [] } }] as const] : []),
      ...(running === null
        ? []
        : ([
            ['answered', answer(running, jobs[0]?.steps?.[0]?.kind)],
            ['failed', { type: 'failed', request: running, error }],
          ] as const)),
    ],
    step: (state, event) => stepPage(state, event).state,
    statusOf: ({ status }) => status,
    keyOf: ({ base, needsRead, jobs }) => [
      base !== null,
      needsRead,
      jobs.map(({ work, steps }) => [work.kind, steps?.map(({ kind }) => kind)]),
    ],
  })
}

function findDownloadTransitions(): Transition[] {
  const infos = (size: number) => ({ size, warnSize: 1, warn: size > 1, maxSize: 2, refused: size > 2 })
  const step = (state: DownloadState, event: DownloadEvent): DownloadState => {
    try {
      return stepDownload(state, event).state
    } catch {
      return state
    }
  }
  const from = (splits: boolean): Transition[] =>
    findTransitions<DownloadState, DownloadEvent>({
      start: { status: 'registered', error: null, infos: null, zipUuid: null, splits },
      events: () => [
        ...(['test', 'confirm', 'ready', 'taken', 'retry'] as const).map((type) => [type, { type }] as const),
        ['tested', { type: 'tested', infos: infos(1) }],
        ['warned', { type: 'tested', infos: infos(2) }],
        ['refused', { type: 'tested', infos: infos(3) }],
        ['prepared', { type: 'prepared', zipUuid: '' }],
        ['failed', { type: 'failed', error }],
      ],
      step,
      statusOf: ({ status }) => status,
      keyOf: (state) => state.infos,
    })
  return [...from(true), ...from(false)]
}

const batchStatuses: readonly BatchStatus[] = ['unknown', 'draft', 'scheduled', 'processing', 'done']
const actionStatuses: readonly ActionStatus[] = ['scheduled', 'processing', 'done', 'canceled', 'error']

/** All that can happen to a batch of three actions while there is another one before it. */
const queueEvents: readonly QueueEvent[] = ['a', 'b'].flatMap((id): readonly QueueEvent[] => {
  const actions = ['1', '2', '3'].slice(0, id === 'a' ? 3 : 1)
  return [
    {
      type: 'add',
      id,
      actions: actions.map((action): ActionRequest => ({
        id: action,
        type: 'create',
        path: '',
        payload: {},
      })),
    },
    { type: 'process', id },
    { type: 'retry', id },
    { type: 'cancel', id },
    ...actions.flatMap((actionId) =>
      (['done', 'error', 'canceled'] as const).map((status) => ({
        type: 'ended' as const,
        id,
        actionId,
        status,
      })),
    ),
  ]
})

/** Transitions of what `statusOf` looks at, with events named by `nameOf`. */
function findInQueue(
  statusOf: (queue: Queue) => string,
  nameOf: (event: QueueEvent) => string,
): Transition[] {
  return findTransitions<Queue, QueueEvent>({
    start: [],
    events: () => queueEvents.map((event) => [nameOf(event), event] as const),
    step: (queue, event) => stepQueue(queue, event).queue,
    statusOf,
    keyOf: (queue) =>
      queue.map((batch) => [batch.id, batch.status, ...batch.actions.map(({ status }) => status)]),
  })
}

function findBatchTransitions(): Transition[] {
  return findInQueue(
    (queue) => queue.find(({ id }) => id === 'a')?.status ?? 'unknown',
    ({ id, type }) => (id !== 'a' ? 'another ended' : type === 'ended' ? 'all ended' : type),
  )
}

function findActionTransitions(): Transition[] {
  const of = (actionId: string): Transition[] =>
    findInQueue(
      (queue) => queue.find(({ id }) => id === 'a')?.actions.find(({ id }) => id === actionId)?.status ?? '',
      (event) =>
        event.id !== 'a' || (event.type === 'ended' && event.actionId !== actionId)
          ? 'another ended'
          : event.type === 'ended'
            ? event.status
            : event.type,
    )
  return [...of('1'), ...of('3')].filter(({ from }) => from !== '')
}
