import { pagesOf, type Page, type PageEditor } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { Skeleton, Stack } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useIntl } from 'react-intl'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { usePageTitle } from '../../components/page-title/use-page-title.ts'
import { ComparePage } from './compare/compare-page.tsx'
import { readEditorAddress, writeEditorAddress, type EditorState } from './editor-address.ts'
import { EditorHeader } from './editor-header.tsx'
import { EditorPanels } from './editor-panels.tsx'
import { EditorProblem } from './editor-problem.tsx'
import { isEditable } from './is-editable.ts'
import { languagesOfPage } from './languages/page-texts.ts'
import { SideBySide } from './languages/side-by-side.tsx'
import classes from './page-editor.module.css'

/** One page: its outline, how it looks, and the form of what is chosen on it. */
export function PageEditorPage() {
  const { pageId } = useParams({ from: '/frame/pages/$pageId' })
  return <EditorOf key={pageId} id={Number(pageId)} />
}

function EditorOf({ id }: { readonly id: number }) {
  const pages = pagesOf(useClient())
  const editor = pages.page(id)
  const { page, status, error } = useReadable(editor)
  useEffect(() => {
    editor.fetch().catch(() => undefined)
    pages.fetchPages().catch(() => undefined)
    pages.schedules.fetch().catch(() => undefined)
  }, [editor, pages])
  if (page) return <Editing editor={editor} page={page} />
  if (status === 'error')
    return <ErrorViewOf error={error} onRetry={() => void editor.fetch().catch(() => undefined)} />
  return (
    <Stack p="md" aria-hidden>
      <Skeleton height={40} />
      <Skeleton height={400} />
    </Stack>
  )
}

function Editing({ editor, page }: { readonly editor: PageEditor; readonly page: Page }) {
  const intl = useIntl()
  const navigate = useNavigate()
  const address = readEditorAddress(useSearch({ from: '/frame/pages/$pageId' }))
  // A language that the page no longer has is its own.
  const others = languagesOfPage(page).slice(1)
  const language = others.find((one) => one === address.language)
  const state = { ...address, language, isBeside: address.isBeside === true && language !== undefined }
  usePageTitle(intl.formatMessage({ id: 'entries.edit' }, { name: page.name }))
  useEditorKeys(editor)
  useLeaveGuard(editor)
  const change = (next: Partial<EditorState>): void =>
    void navigate({
      to: '/pages/$pageId',
      params: { pageId: String(editor.id) },
      search: writeEditorAddress({ ...state, ...next }),
      replace: true,
    })
  return (
    <div className={classes.page}>
      <EditorHeader editor={editor} page={page} state={state} onChange={change} />
      <EditorProblem editor={editor} page={page} />
      {state.compare !== undefined ? (
        <ComparePage
          key={state.compare}
          page={page}
          other={state.compare}
          width={state.width}
          language={language}
          onOther={(compare) => change({ compare })}
          onClose={() => change({ compare: undefined })}
        />
      ) : state.isBeside && language !== undefined && isEditable(page) ? (
        <SideBySide editor={editor} page={page} language={language} />
      ) : (
        <EditorPanels
          editor={editor}
          page={page}
          state={state}
          onSelect={(selected) => change({ selected })}
        />
      )}
    </div>
  )
}

/** Ctrl+S saves; Ctrl+Z and Ctrl+Shift+Z undo and redo, outside fields, which have an undo of their own. */
function useEditorKeys(editor: PageEditor): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    const isInField =
      event.target instanceof HTMLElement &&
      event.target.closest('input, textarea, [contenteditable="true"]') !== null
    if (key === 's') {
      event.preventDefault()
      editor.save().catch(() => undefined)
    } else if (key === 'z' && !isInField) {
      event.preventDefault()
      if (event.shiftKey) editor.redo()
      else editor.undo()
    }
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** What is not saved is kept while the application is open: only who closes it is asked. */
function useLeaveGuard(editor: PageEditor): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (editor.get().isDirty) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [editor])
}
