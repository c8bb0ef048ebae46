import type { CDPSession, Page } from 'playwright-core'
import { waitFor } from './wait-for.ts'

/** What a person hears who does not see the page, and the keys they have. */
export interface ScreenReader {
  /** Presses a key; answers what is said of the place that has the focus then. */
  press(key: string): Promise<string>
  /** What is said of the place that has the focus. */
  hear(): Promise<string>
  /**
   * Presses Tab, or another key, until something is said that matches, and stays there.
   * @throws Error with all that was said where the key comes back to where it began, or goes on for long
   */
  find(said: RegExp, key?: string): Promise<string>
  /** Goes to the next heading that matches, by the key H of a screen reader: the focus stays. */
  heading(said: RegExp): Promise<string>
  /** Waits until something is said by itself that matches: a status, an alert. */
  announced(said: RegExp): Promise<string>
  /** Types a text where the focus is. */
  type(text: string): Promise<void>
}

/** A node of the tree that Chromium gives to screen readers. */
interface SpokenNode {
  readonly ignored?: boolean
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly value?: { readonly value: string }
  readonly description?: { readonly value: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[]
}

/** Where something stands, that is said when it is entered. */
const places = new Set(['dialog', 'alertdialog', 'navigation', 'main', 'banner', 'complementary', 'search'])
const groups = new Set([
  ...places,
  'list',
  'listbox',
  'grid',
  'tree',
  'menu',
  'toolbar',
  'group',
  'radiogroup',
])
const most = 120

/**
 * Listens to a page as a screen reader does: what has the focus by role, name, value, state and description,
 * from the tree that Chromium gives to screen readers, with what was entered on the way there; and what live
 * regions say. It sees nothing: a journey that only uses this one works without the screen.
 */
export async function openScreenReader(page: Page): Promise<ScreenReader> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Accessibility.enable')
  const live = await followLiveRegions(page)
  let entered: readonly string[] = []
  const hear = async (): Promise<string> => {
    const [node, ...ancestors] = await spokenPath(devtools)
    if (!node) return 'nothing'
    const around = ancestors.filter(
      (one) => groups.has(roleOf(one)) && (nameOf(one) !== '' || places.has(roleOf(one))),
    )
    const now = around.map((one) => `${roleOf(one)} ${nameOf(one)}`.trim())
    const fresh = now.filter((place) => !entered.includes(place)).toReversed()
    entered = now
    return [...fresh, describe(node)].join(', ')
  }
  const press = async (key: string): Promise<string> => {
    await page.keyboard.press(key)
    return hear()
  }
  return {
    press,
    hear,
    find: async (said, key = 'Tab') => {
      const passed = [await hear()]
      while (!said.test(passed.at(-1) ?? '')) {
        if (passed.length > most)
          throw new Error(`${key} finds no ${String(said)}, it says: ${passed.join(' | ')}`)
        passed.push(await press(key))
      }
      return passed.at(-1) ?? ''
    },
    heading: (said) =>
      waitFor(
        `a heading ${String(said)}`,
        async () => (await headings(devtools)).find((one) => said.test(one)) ?? null,
      ),
    announced: async (said) => {
      const found = await waitFor(`${String(said)} is said`, () => live.find((one) => said.test(one)) ?? null)
      // What was said before is not waited for again.
      live.splice(0, live.indexOf(found) + 1)
      return found
    },
    type: (text) => page.keyboard.type(text),
  }
}

/** The node that has the focus, and all above it. */
async function spokenPath(devtools: CDPSession): Promise<SpokenNode[]> {
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: `(() => {
      let one = document.activeElement
      while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
      const id = one?.getAttribute('aria-activedescendant')
      return (id && document.getElementById(id)) || one
    })()`,
  })
  if (result.objectId === undefined) return []
  const { nodes } = await devtools.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: true,
  })
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const path: (typeof nodes)[number][] = []
  for (let at: string | undefined = nodes[0]?.nodeId; at !== undefined;) {
    const node = byId.get(at)
    if (!node) break
    path.push(node)
    at = node.parentId
  }
  return path as SpokenNode[]
}

const roleOf = ({ role }: SpokenNode): string => String(role?.value ?? 'none')
const nameOf = ({ name }: SpokenNode): string =>
  String(name?.value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Role, name, value, states and description. */
function describe(node: SpokenNode): string {
  const { value, description, properties = [] } = node
  const states = properties.flatMap(({ name, value: { value: is } }) => {
    if (name === 'checked')
      return [is === 'true' ? 'checked' : is === 'mixed' ? 'partly checked' : 'not checked']
    if (name === 'pressed') return [is === 'true' ? 'pressed' : 'not pressed']
    if (name === 'expanded') return [is === true ? 'expanded' : 'collapsed']
    if (name === 'selected' && is === true) return ['selected']
    if (name === 'invalid' && is !== 'false' && is !== false) return ['invalid']
    if (['disabled', 'required', 'busy', 'readonly'].includes(name) && is === true) return [name]
    if (name === 'hasPopup' && is !== 'false') return [`opens a ${String(is)}`]
    return []
  })
  const text = value?.value === undefined || value.value === '' ? [] : [`"${value.value}"`]
  const more = description?.value ? [description.value] : []
  return [`${roleOf(node)} ${nameOf(node)}`.trim(), ...text, ...states, ...more].join(', ')
}

async function headings(devtools: CDPSession): Promise<string[]> {
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  return nodes
    .filter(({ role, ignored }) => !ignored && role?.value === 'heading')
    .map((node) => {
      const level = node.properties?.find(({ name }) => name === 'level')?.value.value
      return `heading ${String(level)}, ${nameOf(node as SpokenNode)}`
    })
}

/** Collects what is written into live regions, as long as the page stays. */
async function followLiveRegions(page: Page): Promise<string[]> {
  const said: string[] = []
  await page.exposeFunction('screenReaderSays', (text: string) => void said.push(text))
  const follow = (): void => {
    const regions =
      '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"], output'
    const last = new WeakMap<Element, string>()
    const say = (region: Element): void => {
      const text = region.textContent.replaceAll(/\s+/g, ' ').trim()
      if (text === '' || last.get(region) === text) return
      last.set(region, text)
      const { screenReaderSays } = globalThis as unknown as { screenReaderSays: (text: string) => void }
      screenReaderSays(text)
    }
    const observe = (): void =>
      new MutationObserver((changes) => {
        const touched = new Set<Element>()
        for (const { target, addedNodes } of changes) {
          const element = target instanceof Element ? target : target.parentElement
          const around = element?.closest(regions)
          if (around) touched.add(around)
          for (const added of addedNodes)
            if (added instanceof Element)
              for (const alert of [added, ...added.querySelectorAll('*')])
                if (alert.matches('[role="alert"]')) touched.add(alert)
        }
        for (const region of touched) say(region)
      }).observe(document, { subtree: true, childList: true, characterData: true })
    observe()
  }
  await page.addInitScript(follow)
  await page.evaluate(follow)
  return said
}
