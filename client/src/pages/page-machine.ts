import { ClientError, nounError, type Failure } from '../failure.ts'
import { isApiError } from '@cartouche/contract/wire'
import { openConflicts, rebase, resolve } from './page-conflicts.ts'
import { pagePart, place, withBelow, withFile, without, type PageContents } from './page-contents.ts'
import { afterWrite, changesOf, makeEdit, planSave, stepBack, withoutUnchanged } from './page-edits.ts'
import { pageErrors } from './page-errors.ts'
import type { PageRecord, WidgetRecord } from './page-record.ts'
import {
  newPage,
  type PageAnswer,
  type PageEffect,
  type PageEvent,
  type PageJob,
  type PageRequest,
  type PageState,
  type PageStep,
  type PageWork,
} from './page-state.ts'

/**
 * One step of a page: pure. One request is under way at a time; a read that something is to be written over
 * is given up and made again afterwards, so that no answer shows what was before a write.
 * @source data-layer §4 CMS; decision 0163
 */
export function stepPage(state: PageState, event: PageEvent): PageStep {
  switch (event.type) {
    case 'ask':
      return ask(state, event.work, event.waiter)
    case 'edit':
      return still(
        makeEdit(
          state,
          [event, ...(event.also ? [event.also] : [])].flatMap(({ part, values }) =>
            changesOf(state, part, values),
          ),
        ),
      )
    case 'undo':
    case 'redo':
      return still(stepBack(state, event.type))
    case 'discard':
      return still({ ...state, unsaved: [], past: [], future: [], contested: [], writeError: null })
    case 'resolve':
      return still(resolve(state, event.values, event.choice))
    case 'forget':
      return forget(state)
    case 'answered':
      return event.request === state.running ? answered(state, event.answer) : still(state)
    case 'failed':
      return event.request === state.running ? failed(state, event.error) : still(state)
  }
}

function still(state: PageState): PageStep {
  return { state, effects: [] }
}

function settle(waiters: readonly number[], error: Failure | null): readonly PageEffect[] {
  return waiters.length === 0 ? [] : [{ type: 'settle', waiters, error }]
}

const readJob: PageJob = { work: { kind: 'read' }, waiters: [], steps: null, isWritten: false }
const isRead = ({ work }: PageJob): boolean => work.kind === 'read'

function ask(state: PageState, work: PageWork, waiter: number | undefined): PageStep {
  const waiters = waiter === undefined ? [] : [waiter]
  const joined = state.jobs.findIndex((job, at) => joins(job, work, at === 0 && state.running !== null))
  if (joined >= 0)
    return still({
      ...state,
      jobs: state.jobs.map((job, at) =>
        at === joined ? { ...job, waiters: [...job.waiters, ...waiters] } : job,
      ),
    })
  const job: PageJob = { work, waiters, steps: null, isWritten: false }
  const writes = state.jobs.filter((one) => !isRead(one))
  const reads = state.jobs.filter(isRead)
  if (work.kind === 'read') return advance({ ...state, jobs: [...state.jobs, job] })
  const jobs = [...writes, job, ...reads.map((one) => ({ ...one, steps: null }))]
  if (state.running === null || writes.length > 0) return advance({ ...state, jobs })
  const step = advance({ ...state, jobs, running: null })
  return { state: step.state, effects: [{ type: 'abort', id: state.running }, ...step.effects] }
}

/** A read joins one that has yet to be answered; a save one that has yet to begin. */
function joins({ work }: PageJob, asked: PageWork, isRunning: boolean): boolean {
  return work.kind === asked.kind && (asked.kind === 'read' || (asked.kind === 'save' && !isRunning))
}

/** Goes on with the first job, where nothing is under way. */
function advance(state: PageState): PageStep {
  const [job, ...others] = state.jobs
  if (!job) return still(withoutUnchanged(state))
  if (state.running !== null) return still(state)
  const steps = job.steps ?? stepsOf(state, job.work)
  const [step, ...later] = steps
  if (step?.kind === 'plan') {
    const count = openConflicts(state).length
    if (count > 0) return giveUp(state, nounError(pageErrors, 'page_contested', { id: state.root.id, count }))
    return advance({ ...state, jobs: [{ ...job, steps: [...planSave(state), ...later] }, ...others] })
  }
  if (step) return send({ ...state, jobs: [{ ...job, steps }, ...others] }, step)
  if (!job.isWritten && !isRead(job) && state.needsRead)
    return advance({ ...state, jobs: [{ ...job, steps: [{ kind: 'read' }], isWritten: true }, ...others] })
  const next = advance({ ...state, jobs: others, ...(isRead(job) ? {} : { writeError: null }) })
  return { state: next.state, effects: [...settle(job.waiters, null), ...next.effects] }
}

function stepsOf({ needsRead }: PageState, work: PageWork): NonNullable<PageJob['steps']> {
  const first = needsRead ? [{ kind: 'read' } as const] : []
  switch (work.kind) {
    case 'save':
      return [...first, { kind: 'plan' }]
    case 'publish':
      return [...first, { kind: 'plan' }, { kind: 'publish' }]
    case 'assign':
      return [{ ...work, sent: [] }]
    case 'read':
      return [{ kind: 'read' }]
    default:
      return [work]
  }
}

function send(state: PageState, request: PageRequest): PageStep {
  const id = state.lastRequest + 1
  const shown: Partial<PageState> =
    request.kind === 'read' ? { status: state.base ? 'fetching' : 'resolving', error: null } : {}
  return {
    state: { ...state, ...shown, running: id, lastRequest: id },
    effects: [{ type: 'send', id, request }],
  }
}

function answered(state: PageState, answer: PageAnswer): PageStep {
  const [job, ...others] = state.jobs
  const request = job?.steps?.[0]
  if (!job?.steps || !request || request.kind === 'plan') return still(state)
  const { state: known, effects } = take(state, request, answer)
  const next = advance({ ...known, running: null, jobs: [{ ...job, steps: job.steps.slice(1) }, ...others] })
  return { state: next.state, effects: [...effects, ...next.effects] }
}

/** What is known after an answer. */
function take(state: PageState, request: PageRequest, answer: PageAnswer): PageStep {
  if (answer.kind === 'read') return takeContents(state, answer.contents)
  const { base } = state
  if (!base) return still({ ...state, needsRead: true })
  if (answer.kind === 'attach') return still({ ...state, base: withFile(base, answer.file) })
  if (request.kind === 'write' && answer.kind === 'write')
    return still({
      ...state,
      base: withRecord(base, request.part, answer.record),
      unsaved: afterWrite(state.unsaved, request.sent),
    })
  if (request.kind === 'assign' && answer.kind === 'assign')
    return still({
      ...state,
      base: { ...base, children: place(base.children, request.owner, answer.ids) },
      unsaved: afterWrite(state.unsaved, request.sent),
      needsRead: true,
      isOrderUnheard: true,
    })
  if (request.kind === 'delete') {
    const gone = withBelow(base.children, request.id)
    return still({
      ...state,
      base: without(base, gone),
      unsaved: state.unsaved.filter(({ part }) => !gone.has(part)),
    })
  }
  return still({ ...state, needsRead: true, isOrderUnheard: true })
}

function withRecord(base: PageContents, part: number, record: PageRecord | WidgetRecord): PageContents {
  return part === pagePart
    ? { ...base, page: record as PageRecord }
    : { ...base, widgets: new Map(base.widgets).set(part, record as WidgetRecord) }
}

/**
 * What was edited of widgets that are gone goes with them, not without a word. What is left of it is put over
 * what others wrote, value by value; where they wrote the same value, somebody has to choose.
 */
function takeContents(before: PageState, contents: PageContents): PageStep {
  const state = rebase(before, contents)
  const isGone = (part: number): boolean => part !== pagePart && !contents.widgets.has(part)
  const parts = [...new Set(state.unsaved.map(({ part }) => part).filter(isGone))]
  return {
    state: {
      ...state,
      status: 'loaded',
      error: null,
      base: contents,
      unsaved: parts.length === 0 ? state.unsaved : state.unsaved.filter(({ part }) => !isGone(part)),
      needsRead: false,
      unheard: [],
      isOrderUnheard: false,
    },
    effects: parts.length === 0 ? [] : [{ type: 'dropped', parts }],
  }
}

function failed(state: PageState, error: Failure): PageStep {
  const [job, ...others] = state.jobs
  const request = job?.steps?.[0]
  if (!job || !request) return still(state)
  const isReading = request.kind === 'read'
  // Without an answer nobody knows whether it was written.
  const isUnheard = !isReading && !isApiError(error)
  // What somebody else wrote is read at once, to be shown beside what was to be written.
  const isConflict = !isReading && isApiError(error) && error.code === 'version_conflict'
  const reads = isConflict && !others.some(isRead) ? [readJob] : []
  const next = advance({
    ...state,
    jobs: [...others, ...reads],
    running: null,
    ...(isReading ? { status: 'error', error } : {}),
    ...(isRead(job) ? {} : { writeError: job.isWritten ? null : error }),
    needsRead: state.needsRead || isUnheard || isConflict,
    isOrderUnheard: state.isOrderUnheard || isUnheard,
    unheard: isUnheard && request.kind === 'write' ? [...state.unheard, ...request.sent] : state.unheard,
  })
  return {
    state: next.state,
    effects: [...settle(job.waiters, job.isWritten ? null : error), ...next.effects],
  }
}

/** Ends the first job by a failure of our own, with nothing under way. */
function giveUp(state: PageState, error: Failure): PageStep {
  const [job, ...others] = state.jobs
  const next = advance({ ...state, jobs: others, writeError: error })
  return { state: next.state, effects: [...settle(job?.waiters ?? [], error), ...next.effects] }
}

function forget(state: PageState): PageStep {
  const waiters = state.jobs.flatMap((job) => job.waiters)
  return {
    // Numbers go on, so that what was asked before answers nobody now.
    state: { ...newPage(state.root), lastRequest: state.lastRequest },
    effects: [
      ...(state.running === null ? [] : [{ type: 'abort', id: state.running } as const]),
      ...settle(waiters, new ClientError('error.canceled')),
    ],
  }
}
