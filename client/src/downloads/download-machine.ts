import type { ArchiveEstimate } from '@cartouche/contract/wire'
import { nounError, type Failure } from '../failure.ts'
import type { LoadStatus } from '../load-status.ts'
import { downloadErrors } from './download-errors.ts'

/** All that decides what a download does next. */
export interface DownloadState {
  readonly status: LoadStatus
  readonly error: Failure | null
  readonly infos: ArchiveEstimate | null
  readonly zipUuid: string | null
  /** Whether a refused download is split; a part of one is not split again. */
  readonly splits: boolean
}

/** What can happen to a download. */
export type DownloadEvent =
  | { readonly type: 'test' | 'confirm' | 'ready' | 'taken' | 'retry' }
  | { readonly type: 'tested'; readonly infos: ArchiveEstimate }
  | { readonly type: 'prepared'; readonly zipUuid: string }
  | { readonly type: 'failed'; readonly error: Failure }

/** What a step wants done: ask the size, split, ask for the archive, ask whether it is ready. */
export type DownloadEffect = 'test' | 'split' | 'build' | 'poll'

export interface DownloadStep {
  readonly state: DownloadState
  readonly effects: readonly DownloadEffect[]
}

type Row = Partial<{
  readonly [Type in DownloadEvent['type']]: (
    state: DownloadState,
    event: Extract<DownloadEvent, { type: Type }>,
  ) => DownloadStep
}>

const fail = (state: DownloadState, { error }: { readonly error: Failure }): DownloadStep => ({
  state: { ...state, status: 'error', error },
  effects: [],
})
const build = (state: DownloadState): DownloadStep => ({
  state: { ...state, status: 'initial' },
  effects: ['build'],
})

/** Only a size that was warned of waits for a word. */
function confirm(state: DownloadState): DownloadStep {
  if (!waitsForUser(state)) throw nounError(downloadErrors, 'download_status', { status: state.status })
  return build(state)
}

/** What each status does with each event. @source portal §4 Download flow */
const transitions: Partial<Record<LoadStatus, Row>> = {
  registered: {
    test: (state) => ({ state: { ...state, status: 'resolving', error: null }, effects: ['test'] }),
    failed: fail,
  },
  resolving: { tested: (state, { infos }) => weigh({ ...state, status: 'resolved', infos }), failed: fail },
  resolved: { confirm, failed: fail },
  initial: {
    prepared: (state, { zipUuid }) => ({
      state: { ...state, status: 'fetching', zipUuid },
      effects: ['poll'],
    }),
    failed: fail,
  },
  fetching: { ready: (state) => ({ state: { ...state, status: 'loaded' }, effects: [] }), failed: fail },
  loaded: { taken: (state) => ({ state: { ...state, status: 'downloaded' }, effects: [] }) },
  // The address stays good for a while: taking the file again changes nothing.
  downloaded: { taken: (state) => ({ state, effects: [] }) },
  error: {
    retry: (state) => ({
      state: { ...state, status: 'resolving', error: null, infos: null, zipUuid: null },
      effects: ['test'],
    }),
  },
}

/**
 * One step of a download: pure.
 * @throws download_status for what its status does not allow
 * @source portal §4 Download flow, §5
 */
export function stepDownload(state: DownloadState, event: DownloadEvent): DownloadStep {
  const step = transitions[state.status]?.[event.type] as
    | ((state: DownloadState, event: DownloadEvent) => DownloadStep)
    | undefined
  if (!step) throw nounError(downloadErrors, 'download_status', { status: state.status })
  return step(state, event)
}

/** Whether the person has to say that the size is fine. @source portal §4: a warn flag waits for the user */
export function waitsForUser({ status, infos }: Pick<DownloadState, 'status' | 'infos'>): boolean {
  return status === 'resolved' && infos !== null && infos.warn && !infos.refused
}

/** Built at once only when it is neither refused nor warned of. @source portal §4 Download flow */
function weigh(state: DownloadState): DownloadStep {
  const { infos, splits } = state
  if (infos?.refused && splits) return { state, effects: ['split'] }
  if (infos?.refused)
    return fail(state, {
      error: nounError(downloadErrors, 'download_refused', {
        sizeBytes: infos.size,
        maxSizeBytes: infos.maxSize,
      }),
    })
  return infos?.warn ? { state, effects: [] } : build(state)
}
