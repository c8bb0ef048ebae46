import type { Client, Page, PageEditor } from '@cartouche/client'
import type { EditorState } from './editor-address.ts'
import { find, placeBehind } from './outline.ts'

/** What is added, and where. */
interface NewWidget {
  readonly component: string
  readonly selected: EditorState['selected']
  readonly isBefore?: boolean
}

/**
 * Makes a widget behind what is chosen, or before it, and answers its id. It is on the page at once; where it
 * stands among the others is saved with what else is edited.
 * @throws page_closed, access_denied, invalid_parameter
 */
export async function addWidget(
  client: Client,
  editor: PageEditor,
  page: Page,
  { component, selected, isBefore = false }: NewWidget,
): Promise<number> {
  const known = placeBehind(page, 0, selected, { isBefore })
  const owner = known.owner === null ? page : (find(page, known.owner)?.widget ?? page)
  const made = await client.entities.create('data/pagewidget', {
    parent: owner.componentFullUid,
    slot: known.slot,
    position: known.children.length,
    component,
  })
  await editor.fetch()
  const id = made?.id ?? 0
  const now = editor.get().page
  const isLast = known.children.at(-1) === 0
  if (now && !isLast && find(now, id)) editor.move(id, placeBehind(now, id, selected, { isBefore }))
  return id
}
