import {
  assetActions,
  batchesOf,
  entityKey,
  isApiError,
  toFailure,
  workflowsOf,
  type AssetAction,
  type BatchAction,
  type Changes,
  type Client,
  type EntityData,
} from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { useCallback, useRef, useState } from 'react'
import { actionBack, planUndo, type SkippedEdit } from './plan-undo.ts'

/** What is edited together with others: an asset, or a record of another resource. */
export interface EditedItem {
  readonly id: number
  readonly name?: string | undefined
  readonly status?: { readonly name: string } | undefined
}

/** Where many are edited. */
export interface EditPlace {
  /** Resource path of what is edited. */
  readonly path: string
  /** The cursor of the list that shows them, which is read again after an edit. */
  readonly cursor: string
}

/** An asset that could not be changed, and why. */
export interface FailedEdit {
  readonly id: number
  readonly name: string
  readonly error: unknown
}

/** The state of a change of many assets. */
export interface EditRun {
  /** Resource path of what is edited. */
  readonly path: string
  readonly phase: 'running' | 'done' | 'undoing' | 'undone'
  /** Assets it was meant for. */
  readonly assets: readonly EditedItem[]
  /** Steps that are done, of all. */
  readonly done: number
  readonly total: number
  readonly changed: number
  readonly failed: readonly FailedEdit[]
  readonly canceled: number
  /** What undo left alone: someone changed it in the meantime. */
  readonly skipped: readonly SkippedEdit[]
  /** What it did, for its undo. */
  readonly doing: Doing
}

export interface EditRunControl {
  readonly run: EditRun | null
  readonly start: (assets: readonly EditedItem[], changes: Changes, action: AssetAction | '') => void
  readonly stop: () => void
  /** Does again what failed or was stopped. */
  readonly retry: () => void
  /** Undoes the run of this snapshot, even one that was let go of since. */
  readonly undo: () => void
  readonly reset: () => void
}

/** What was done and can be undone. */
interface Doing {
  readonly path: string
  changes: Changes
  action: AssetAction | ''
  batchIds: string[]
  current: string
  stopped: boolean
  statuses: Map<number, string>
}

function newDoing(path: string, changes: Changes, action: AssetAction | ''): Doing {
  return { path, changes, action, batchIds: [], current: '', stopped: false, statuses: new Map() }
}

/**
 * Changes many assets through a batch, their status after it; reports how far, stops, tries again and undoes.
 */
export function useEditRun({ path, cursor }: EditPlace): EditRunControl {
  const client = useClient()
  const [run, setRun] = useState<EditRun | null>(null)
  const doing = useRef<Doing>(newDoing(path, {}, ''))

  const work = useCallback(
    async (assets: readonly EditedItem[], before: number) => {
      const { changes, action } = doing.current
      doing.current.stopped = false
      const withChanges = Object.keys(changes).length > 0
      const total = assets.length * (Number(withChanges) + Number(action !== ''))
      const onProgress = (done: number): void => setRun((now) => now && { ...now, done, total })
      const edited = withChanges
        ? await editAll(client, assets, doing.current, onProgress)
        : { failed: [], canceled: [], done: [...assets] }
      const moved =
        action === ''
          ? { failed: [], canceled: [], done: edited.done }
          : await moveAll(client, edited.done, action, doing.current, (done) =>
              onProgress(done + (withChanges ? assets.length : 0)),
            )
      setRun(
        (now) =>
          now && {
            ...now,
            phase: 'done',
            done: total,
            changed: before + moved.done.length,
            failed: [...edited.failed, ...moved.failed],
            canceled: edited.canceled.length + moved.canceled.length,
          },
      )
      await client.cursors.refresh(cursor).catch(() => undefined)
    },
    [client, cursor],
  )

  return {
    run,
    start(assets, changes, action) {
      doing.current = newDoing(path, changes, action)
      setRun({
        path,
        phase: 'running',
        assets,
        done: 0,
        total: assets.length,
        changed: 0,
        failed: [],
        canceled: 0,
        skipped: [],
        doing: doing.current,
      })
      void work(assets, 0)
    },
    stop() {
      doing.current.stopped = true
      if (doing.current.current !== '') batchesOf(client).cancel(doing.current.current)
    },
    retry() {
      if (run === null) return
      const again = run.assets.filter(({ id }) => !isDone(client, doing.current, id))
      setRun({ ...run, phase: 'running', failed: [], canceled: 0 })
      // What failed of another version is read again first.
      void Promise.all(run.failed.map(({ id }) => client.entities.fetch(path, id))).then(() =>
        work(again, run.assets.length - again.length),
      )
    },
    undo() {
      if (run === null) return
      setRun({ ...run, phase: 'undoing', done: 0, total: run.changed })
      void undoAll(client, run.doing, run.assets).then((ended) => {
        setRun((now) => now && { ...now, phase: 'undone', ...ended })
        return client.cursors.refresh(cursor).catch(() => undefined)
      })
    },
    reset: () => setRun(null),
  }
}

/** What an item is called; one without a name, by its number. */
function nameOf({ id, name }: EditedItem): string {
  return name ?? `#${id}`
}

interface Ended {
  readonly done: readonly EditedItem[]
  readonly failed: readonly FailedEdit[]
  readonly canceled: readonly EditedItem[]
}

function isDone(client: Client, { batchIds, action, statuses }: Doing, id: number): boolean {
  const edited =
    batchIds.length === 0 ||
    batchIds.some((batchId) =>
      batchesOf(client)
        .byId.get(batchId)
        .actions.some(({ entityId, status }) => entityId === id && status === 'done'),
    )
  return edited && (action === '' || statuses.has(id))
}

async function editAll(
  client: Client,
  assets: readonly EditedItem[],
  doing: Doing,
  onProgress: (done: number) => void,
): Promise<Ended> {
  const batches = batchesOf(client)
  const batchId = `edit ${crypto.randomUUID()}`
  batches.add(
    batchId,
    assets.map(({ id }) => ({
      id: String(id),
      type: 'update',
      path: doing.path,
      entityId: id,
      payload: doing.changes,
    })),
  )
  doing.batchIds.push(batchId)
  doing.current = batchId
  const stopHearing = batches.byId.subscribe(batchId, () => {
    const { counts } = batches.byId.get(batchId)
    onProgress(counts.done + counts.error + counts.canceled)
  })
  const { actions } = await batches.process(batchId).finally(stopHearing)
  doing.current = ''
  const by = (status: BatchAction['status']): EditedItem[] =>
    assets.filter(({ id }) => actions.some((action) => action.entityId === id && action.status === status))
  return {
    done: by('done'),
    canceled: by('canceled'),
    failed: by('error').map((item) => ({
      id: item.id,
      name: nameOf(item),
      error: actions.find((action) => action.entityId === item.id)?.error,
    })),
  }
}

async function moveAll(
  client: Client,
  assets: readonly EditedItem[],
  action: AssetAction,
  doing: Doing,
  onProgress: (done: number) => void,
): Promise<Ended> {
  const [done, canceled, failed]: [EditedItem[], EditedItem[], FailedEdit[]] = [[], [], []]
  for (const [at, asset] of assets.entries()) {
    if (doing.stopped) {
      canceled.push(asset)
      continue
    }
    const from =
      (client.entities.get(entityKey(doing.path, asset.id)).data as EditedItem | null)?.status?.name ??
      asset.status?.name ??
      ''
    try {
      await workflowsOf(client).take(doing.path, [asset.id], action)
      doing.statuses.set(asset.id, from)
      done.push(asset)
    } catch (error) {
      failed.push({ id: asset.id, name: nameOf(asset), error: toFailure(error) })
    }
    onProgress(at + 1)
  }
  return { done, canceled, failed }
}

/**
 * Puts everything back that nobody has changed in the meantime: statuses first, as a batch is based on what
 * they leave.
 */
async function undoAll(
  client: Client,
  doing: Doing,
  assets: readonly EditedItem[],
): Promise<Pick<EditRun, 'failed' | 'skipped' | 'changed'>> {
  const batches = batchesOf(client)
  const actions = doing.batchIds.flatMap((id) => batches.byId.get(id).actions)
  const ids = [
    ...new Set([
      ...actions.flatMap(({ entityId, status }) =>
        status === 'done' && entityId !== undefined ? [entityId] : [],
      ),
      ...doing.statuses.keys(),
    ]),
  ]
  for (const id of ids) await client.entities.fetch(doing.path, id)
  const nowOf = (id: number): EntityData | null => client.entities.get(entityKey(doing.path, id)).data
  const nameById = (id: number): string => nameOf(assets.find((asset) => asset.id === id) ?? { id })
  const { requests, skipped } = planUndo(actions, nowOf)
  const moved = await moveBack(client, doing, nowOf, nameById)
  const undoId = `undo ${crypto.randomUUID()}`
  batches.add(
    undoId,
    requests.map((edit, at) => ({ ...edit, id: `${edit.id} ${at}` })),
  )
  const undone = await batches.process(undoId)
  const refused = undone.actions.filter(({ status }) => status === 'error')
  const late = refused
    .filter(({ error }) => isApiError(error, 'version_conflict'))
    .map(({ entityId = 0, payload }): SkippedEdit => ({
      id: entityId,
      name: nameById(entityId),
      fields: Object.keys(payload),
    }))
  const failed = refused
    .filter(({ error }) => !isApiError(error, 'version_conflict'))
    .map(({ entityId = 0, error }) => ({ id: entityId, name: nameById(entityId), error }))
  const back = new Set([
    ...undone.actions.flatMap(({ entityId, status }) =>
      status === 'done' && entityId !== undefined ? [entityId] : [],
    ),
    ...moved.back,
  ])
  return {
    failed: [...failed, ...moved.failed],
    skipped: [...skipped, ...moved.kept, ...late],
    changed: back.size,
  }
}

async function moveBack(
  client: Client,
  { path, action, statuses }: Doing,
  nowOf: (id: number) => EntityData | null,
  nameOf: (id: number) => string,
) {
  const [back, skipped, failed]: [number[], SkippedEdit[], FailedEdit[]] = [[], [], []]
  for (const [id, former] of statuses) {
    const now = (nowOf(id) as EditedItem | null)?.status?.name ?? ''
    const way = actionBack(now, former)
    if (action === '' || now !== assetActions[action].to || way === undefined)
      skipped.push({ id, name: nameOf(id), fields: ['status'] })
    else {
      await workflowsOf(client)
        .take(path, [id], way)
        .then(
          () => back.push(id),
          (error: unknown) => failed.push({ id, name: nameOf(id), error }),
        )
    }
  }
  return { back, kept: skipped, failed }
}
