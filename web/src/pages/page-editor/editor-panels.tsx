import type { Page, PageEditor } from '@cartouche/client'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { EditorState } from './editor-address.ts'
import { isEditable } from './is-editable.ts'
import { TranslationForm } from './languages/translation-form.tsx'
import { find } from './outline.ts'
import { OutlinePanel } from './outline-panel.tsx'
import classes from './page-editor.module.css'
import { PageForm } from './page-form.tsx'
import { PagePreview } from './preview/page-preview.tsx'
import { WidgetForm } from './widget-form.tsx'

const panels = ['outline', 'preview', 'form'] as const
type Panel = (typeof panels)[number]

interface EditorPanelsProps {
  readonly editor: PageEditor
  readonly page: Page
  readonly state: EditorState
  readonly onSelect: (selected: EditorState['selected']) => void
}

/** Outline, preview and form beside each other; one at a time where there is no room. */
export function EditorPanels({ editor, page, state, onSelect }: EditorPanelsProps) {
  const intl = useIntl()
  const [panel, setPanel] = useState<Panel>('outline')
  const { selected } = state
  const chosenId = typeof selected === 'object' ? (selected.owner ?? undefined) : selected
  const chosen = chosenId === undefined ? undefined : find(page, chosenId)?.widget
  const editable = isEditable(page)
  return (
    <>
      {editable && (
        <SegmentedControl
          className={classes.panels}
          fullWidth
          aria-label={intl.formatMessage({ id: 'pageEditor.panels' })}
          value={panel}
          onChange={(next) => setPanel(panels.find((one) => one === next) ?? 'outline')}
          data={panels.map((one) => ({
            value: one,
            label: intl.formatMessage({ id: `pageEditor.panel.${one}` }),
          }))}
        />
      )}
      <div className={classes.body} data-panel={panel} data-closed={!editable || undefined}>
        {editable && (
          <OutlinePanel
            editor={editor}
            page={page}
            selected={selected}
            onSelect={onSelect}
            onAdded={(id) => {
              onSelect(id)
              setPanel('form')
            }}
          />
        )}
        <PagePreview
          page={page}
          width={state.width}
          language={state.language}
          selected={editable ? chosen?.id : undefined}
          onSelect={(id) => {
            if (!editable) return
            onSelect(id)
          }}
        />
        {editable && (
          <section className={classes.form} aria-label={intl.formatMessage({ id: 'pageEditor.panel.form' })}>
            {state.language !== undefined ? (
              <TranslationForm
                key={`${chosen?.id}/${state.language}`}
                editor={editor}
                page={page}
                widget={chosen}
                language={state.language}
              />
            ) : chosen ? (
              <WidgetForm
                key={chosen.id}
                editor={editor}
                page={page}
                widget={chosen}
                onDeleted={() => onSelect(undefined)}
              />
            ) : (
              <PageForm editor={editor} page={page} />
            )}
          </section>
        )}
      </div>
    </>
  )
}
