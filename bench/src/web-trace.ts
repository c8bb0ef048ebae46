import type { openBrowser } from '../../e2e/src/open-browser.ts'

/** Tasks of the busiest page while something was done, milliseconds. */
export interface PageTasks {
  /** From begin to end of the longest, waiting for the processor and all. */
  readonly longestMs: number
  /** Processor time of the task that took most. */
  readonly longestCpuMs: number
  readonly count: number
}

type Browser = Awaited<ReturnType<typeof openBrowser>>

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * Does something while the browser records its tasks, and answers those of the main thread of the page that
 * had most.
 */
export async function traceTasks(browser: Browser, work: () => Promise<void>): Promise<PageTasks> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], recordMode: 'recordAsMuchAsPossible' },
  })
  await work()
  const complete = new Promise((done) => {
    session.once('Tracing.tracingComplete', done)
  })
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const threads = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => events.filter((event) => isTask(event) && event.pid === pid && event.tid === tid))
  const tasks = threads.toSorted((a, b) => b.length - a.length)[0] ?? []
  if (tasks.length === 0) throw new Error('the browser recorded no tasks')
  return { longestMs: longest(tasks, 'dur'), longestCpuMs: longest(tasks, 'tdur'), count: tasks.length }
}

function isTask({ name, ph }: TraceEvent): boolean {
  return ph === 'X' && name.endsWith('RunTask')
}

function longest(tasks: readonly TraceEvent[], field: 'dur' | 'tdur'): number {
  return tasks.reduce((most, task) => Math.max(most, task[field] ?? 0), 0) / 1000
}
