import type { QueryValue } from '@cartouche/contract'
import { ClientError } from '../failure.ts'
import { constraintMode, type Constraint } from '../query/constraint.ts'
import { newEntry, type CursorEntry } from './cursor-entry.ts'
import { signatureOf } from './cursor-request.ts'
import { createCursorRunner, type CursorNeeds, type CursorRunner } from './cursor-runner.ts'
import { createWords } from './cursor-words.ts'
import type { CursorChange, CursorDefinition, Cursors, FullDefinition } from './cursor.ts'
import { createWatching } from './watch-cursors.ts'

/** Creates the store of cursors. @source data-layer §3 Cursor, §4 Cursor, §5, §8; DESIGN "Data layer" */
export function createCursors(needs: CursorNeeds): Cursors {
  const watching = createWatching(needs.clock)
  const runner = createCursorRunner(needs, watching.look)
  const words = new Map<string, (input: string) => Promise<void>>()

  const change = (name: string, wanted: CursorChange, typed: boolean): void => {
    const entry = known(runner, name)
    if (!entry) return
    for (const [constraintName, constraint] of Object.entries(wanted.constraints ?? {})) checkMode(entry, constraintName, constraint)
    const definition: FullDefinition = { ...entry.definition, ...wanted }
    const signature = signatureOf(definition)
    runner.put(name, { ...entry, definition })
    runner.send(name, { type: 'change', signature, limit: definition.limit ?? Number.POSITIVE_INFINITY, typed })
  }
  const constrain: Cursors['constrain'] = (name, constraintName, constraint) => {
    const entry = known(runner, name)
    if (!entry) return
    const { [constraintName]: _replaced, ...others } = entry.definition.constraints
    change(name, { constraints: constraint ? { ...others, [constraintName]: constraint } : others }, false)
  }
  const request = async (name: string, type: 'fetch' | 'refresh' | 'next'): Promise<void> => {
    if (known(runner, name)) await runner.sendAndWait(name, type)
  }
  const unregister: Cursors['unregister'] = (name) => {
    words.delete(name)
    runner.forget(name)
  }
  const suggest: Cursors['suggest'] = async (name, input) => {
    if (!known(runner, name)) return
    const ask = words.get(name) ?? createWords(wordsOf(needs, runner, name))
    words.set(name, ask)
    await ask(input)
  }
  return {
    get: runner.store.get, subscribe: runner.store.subscribe, constrain, unregister, suggest,
    register: (definition) => register(runner, definition),
    ensure(definition) {
      if (!runner.entryOf(definition.name)) register(runner, definition)
    },
    clear: () => runner.names().forEach(unregister),
    resolve: (name) => resolve(runner, name),
    fetch: (name) => request(name, 'fetch'),
    refresh: (name) => request(name, 'refresh'),
    next: (name) => request(name, 'next'),
    change: (name, wanted) => change(name, wanted, false),
    setFulltext: (name, fulltext) => change(name, { fulltext }, true),
    toggleValue(name, constraintName, value) {
      const constraint = known(runner, name)?.definition.constraints[constraintName]
      if (constraint) constrain(name, constraintName, toggled(constraint, value))
    },
    clearConstraints: (name) => change(name, { fulltext: '', constraints: {} }, false),
    watch: (name) => watching.watch(runner, name),
  }
}

/** @throws cursor_incomplete, cursor_exists @source data-layer §5, §8 */
function register(runner: CursorRunner, definition: CursorDefinition): void {
  const { name, path } = definition
  if (name.trim() === '' || path.trim() === '') throw new ClientError('cursor_incomplete')
  if (runner.entryOf(name)) throw new ClientError('cursor_exists', { name })
  runner.put(name, newEntry(definition))
  runner.send(name, { type: 'registered' })
}

/** @throws cursor_nameless, cursor_unresolvable @source data-layer §5 */
async function resolve(runner: CursorRunner, name: string): Promise<void> {
  if (name.trim() === '') throw new ClientError('cursor_nameless')
  if (!runner.entryOf(name)) throw new ClientError('cursor_unresolvable')
  await runner.sendAndWait(name, 'resolve')
}

/** The entry of a cursor. One that is unknown and named with a ~ is silently ignored. @throws cursor_unknown @source data-layer §4 Cursor */
function known(runner: CursorRunner, name: string): CursorEntry | undefined {
  const entry = runner.entryOf(name)
  if (!entry && !name.startsWith('~')) throw new ClientError('cursor_unknown', { name })
  return entry
}

/** @throws constraint_mode @source data-layer §5: a constraint registered twice must keep the same mode */
function checkMode(entry: CursorEntry, name: string, constraint: Constraint): void {
  const before = entry.definition.constraints[name]
  const mode = constraintMode(constraint)
  if (before && constraintMode(before) !== mode) throw new ClientError('constraint_mode', { name, mode: constraintMode(before) })
}

/** The constraint with a value put in or taken out; it stays registered without values, so that its mode is kept. */
function toggled(constraint: Constraint, value: QueryValue): Constraint {
  const holds = constraint.values.includes(value)
  if (constraintMode(constraint) === 'exclusive') return { ...constraint, values: holds ? [] : [value] }
  return { ...constraint, values: holds ? constraint.values.filter((one) => one !== value) : [...constraint.values, value] }
}

function wordsOf(needs: CursorNeeds, runner: CursorRunner, name: string): Parameters<typeof createWords>[0] {
  const now = (): CursorEntry => runner.entryOf(name) ?? newEntry({ name, path: '' })
  return {
    clock: needs.clock, ask: (input) => runner.askWords(name, input), get: () => now().words,
    set(value) {
      if (runner.entryOf(name)) runner.put(name, { ...now(), words: value })
    },
  }
}
