import type { QueryValue } from '@cartouche/contract/wire'
import { ClientError } from '../failure.ts'
import { constraintMode, type Constraint } from '../query/constraint.ts'
import { newEntry, type CursorEntry } from './cursor-entry.ts'
import { createCursorRunner, type CursorNeeds, type CursorRunner, type WaitedEvent } from './cursor-runner.ts'
import type { CursorChange, CursorDefinition, Cursors, FullDefinition } from './cursor.ts'
import { createWatching } from './watch-cursors.ts'

/** Creates the store of cursors. @source data-layer §3 Cursor, §4 Cursor, §5, §8; DESIGN "Data layer" */
export function createCursors(needs: CursorNeeds): Cursors {
  const watching = createWatching(needs.clock)
  const runner = createCursorRunner(needs, watching.look)

  const change = (name: string, wanted: CursorChange, typed: boolean): void => {
    const entry = known(runner, name)
    if (!entry) return
    for (const [constraintName, constraint] of Object.entries(wanted.constraints ?? {}))
      checkMode(entry, constraintName, constraint)
    const definition: FullDefinition = { ...entry.definition, ...wanted }
    runner.define(name, definition, typed)
  }
  const constrain: Cursors['constrain'] = (name, constraintName, constraint) => {
    const entry = known(runner, name)
    if (!entry) return
    const { [constraintName]: _replaced, ...others } = entry.definition.constraints
    change(name, { constraints: constraint ? { ...others, [constraintName]: constraint } : others }, false)
  }
  const request = (name: string, event: WaitedEvent): Promise<void> => send(needs, runner, name, event)
  return {
    get: runner.store.get,
    subscribe: runner.store.subscribe,
    constrain,
    unregister: runner.forget,
    register: (definition) => register(needs, runner, definition),
    ensure(definition) {
      if (!runner.entryOf(definition.name)) register(needs, runner, definition)
    },
    clear: () => runner.names().forEach(runner.forget),
    resolve: (name) => resolve(runner, name),
    fetch: (name) => request(name, { type: 'fetch' }),
    refresh: (name) => request(name, { type: 'refresh' }),
    next: (name) => request(name, { type: 'next' }),
    nextOfGroup: (name, group) => request(name, { type: 'nextOfGroup', group }),
    async nextGroups(name) {
      if (known(runner, name) && runner.store.get(name).nextGroups === null)
        throw new ClientError('next_groups')
      await request(name, { type: 'next' })
    },
    change: (name, wanted) => change(name, wanted, false),
    setFulltext: (name, fulltext) => change(name, { fulltext }, true),
    toggleValue(name, constraintName, value) {
      const constraint = known(runner, name)?.definition.constraints[constraintName]
      if (constraint) constrain(name, constraintName, toggled(constraint, value))
    },
    clearConstraints: (name) => change(name, { fulltext: '', constraints: {} }, false),
    names: runner.names,
    watch: (name) => watching.watch(runner, name),
    resolveConstraints: (constraints) => runner.subqueries.resolve(constraints),
    resolveWith(subqueries) {
      runner.subqueries = subqueries
    },
  }
}

/**
 * Sends an event and waits; a fetch of what is young enough asks nothing.
 * @source data-layer §3 Cursor: cacheDuration
 */
async function send(
  needs: CursorNeeds,
  runner: CursorRunner,
  name: string,
  event: WaitedEvent,
): Promise<void> {
  const entry = known(runner, name)
  if (!entry) return
  const ageMs = needs.clock.nowMs() - runner.loadedAtMs(name)
  if (
    event.type === 'fetch' &&
    entry.state.status === 'loaded' &&
    ageMs < (entry.definition.cacheDurationMs ?? 0)
  )
    return
  await runner.sendAndWait(name, event)
}

/** @throws cursor_incomplete, cursor_exists, subquery_operator @source data-layer §5, §8 */
function register(needs: CursorNeeds, runner: CursorRunner, definition: CursorDefinition): void {
  const { name, path } = definition
  if (path.includes('/undefined'))
    needs.log?.('error', `The path of cursor ${name} is not known yet: ${path}`)
  if (name.trim() === '' || path.trim() === '') throw new ClientError('cursor_incomplete')
  if (runner.entryOf(name)) throw new ClientError('cursor_exists', { name })
  const entry = newEntry(definition)
  runner.subqueries.resolve(entry.definition.constraints)
  runner.put(name, entry)
  // What it asks of other cursors' data is known from now on.
  runner.define(name, entry.definition, false)
  runner.send(name, { type: 'registered' })
}

/** @throws cursor_nameless, cursor_unresolvable @source data-layer §5 */
async function resolve(runner: CursorRunner, name: string): Promise<void> {
  if (name.trim() === '') throw new ClientError('cursor_nameless')
  if (!runner.entryOf(name)) throw new ClientError('cursor_unresolvable')
  await runner.sendAndWait(name, { type: 'resolve' })
}

/**
 * The entry of a cursor. One that is unknown and named with a ~ is silently ignored.
 * @throws cursor_unknown
 * @source data-layer §4 Cursor
 */
function known(runner: CursorRunner, name: string): CursorEntry | undefined {
  const entry = runner.entryOf(name)
  if (!entry && !name.startsWith('~')) throw new ClientError('cursor_unknown', { name })
  return entry
}

/** @throws constraint_mode @source data-layer §5: a constraint registered twice must keep the same mode */
function checkMode(entry: CursorEntry, name: string, constraint: Constraint): void {
  const before = entry.definition.constraints[name]
  const mode = constraintMode(constraint)
  if (before && constraintMode(before) !== mode)
    throw new ClientError('constraint_mode', { name, mode: constraintMode(before) })
}

/**
 * The constraint with a value put in or taken out; it stays registered without values, so that its mode is
 * kept.
 */
function toggled(constraint: Constraint, value: QueryValue): Constraint {
  const holds = constraint.values.includes(value)
  if (constraintMode(constraint) === 'exclusive') return { ...constraint, values: holds ? [] : [value] }
  return {
    ...constraint,
    values: holds ? constraint.values.filter((one) => one !== value) : [...constraint.values, value],
  }
}
