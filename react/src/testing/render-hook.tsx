import { act, StrictMode, Suspense, useEffect, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'
import type { Client } from '@cartouche/client'
import { CartoucheProvider } from '../provider.tsx'

/** A hook that is being rendered, in strict mode. */
export interface RenderedHook<Result> {
  /** What it gave at its last render, and how often it rendered. */
  result(): Result
  renders(): number
  /** How often it was waited for, with nothing to show. */
  suspensions(): number
  /** Runs something and what follows of it, then renders. */
  act(work: () => unknown): Promise<void>
  /** Renders with another client. */
  rerender(client: Client | null): Promise<void>
  unmount(): Promise<void>
}

/**
 * Renders a hook without a document: a component that shows nothing needs of the DOM only a place to be
 * mounted in, and a window, which is gone after the test. Effects run twice, as strict mode does it.
 */
export async function renderHook<Result>(
  client: Client | null,
  hook: () => Result,
): Promise<RenderedHook<Result>> {
  const results: Result[] = []
  function Probe(): ReactNode {
    results.push(hook())
    return null
  }
  let suspended = 0
  function Fallback(): ReactNode {
    useEffect(() => {
      suspended += 1
    }, [])
    return null
  }
  const root = createRoot(placeToMount())
  const run = (work: () => unknown): Promise<void> =>
    act(async () => {
      await work()
      for (let turn = 0; turn < 10; turn++)
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
    })
  const rerender = (given: Client | null): Promise<void> =>
    run(() =>
      root.render(
        <StrictMode>
          <CartoucheProvider client={given}>
            <Suspense fallback={<Fallback />}>
              <Probe />
            </Suspense>
          </CartoucheProvider>
        </StrictMode>,
      ),
    )
  await rerender(client)
  return {
    result: () => {
      if (results.length === 0) throw new Error('The hook has not rendered')
      return results[results.length - 1] as Result
    },
    renders: () => results.length,
    suspensions: () => suspended,
    act: run,
    rerender,
    unmount: () => run(() => root.unmount()),
  }
}

function placeToMount(): Element {
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const document = { ...listening, nodeType: 9, nodeName: '#document', activeElement: null }
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('window', { ...listening, document, HTMLIFrameElement: class {} })
  const place = {
    ...listening,
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    namespaceURI: 'http://www.w3.org/1999/xhtml',
    ownerDocument: document,
    textContent: '',
  }
  return place as unknown as Element
}
