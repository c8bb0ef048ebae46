import { Input, Textarea } from '@mantine/core'
import { RichTextEditor, type RichTextEditorProps } from '@mantine/tiptap'
import '@mantine/tiptap/styles.css'
import { IconLinkPlus } from '@tabler/icons-react'
import { useEditor, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { directionIn, linkKinds } from '@cartouche/components'
import { useTyped } from '../use-typed.ts'
import classes from '../page-editor.module.css'
import { LinkMenu } from './link-menu.tsx'
import { isPlainHtml } from './plain-html.ts'

interface HtmlFieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly value: string
  readonly lang?: string | undefined
  readonly onChange: (html: string) => void
}

/** Text with headings, lists and links. What the editor would lose is edited as the HTML that it is. */
export function HtmlField({ label, hint, value, lang, onChange }: HtmlFieldProps) {
  const typed = useTyped(value, onChange)
  // Decided once: whoever types a table into the HTML goes on doing so.
  const [isPlain] = useState(() => isPlainHtml(value))
  if (isPlain) return <RichField label={label} hint={hint} value={value} lang={lang} typed={typed} />
  return (
    <Textarea
      label={label}
      description={
        <>
          {hint !== undefined && <>{hint} · </>}
          <FormattedMessage id="pageField.html.source" />
        </>
      }
      autosize
      minRows={6}
      maxRows={20}
      lang={lang}
      dir={lang === undefined ? 'auto' : directionIn(lang)}
      value={typed.text}
      onChange={(event) => typed.onText(event.currentTarget.value)}
      onBlur={typed.onBlur}
      onKeyDown={typed.onKeyDown}
    />
  )
}

interface RichFieldProps {
  readonly label: string
  readonly hint: ReactNode
  readonly value: string
  readonly lang: string | undefined
  readonly typed: ReturnType<typeof useTyped>
}

function RichField({ label, hint, value, lang, typed }: RichFieldProps) {
  const intl = useIntl()
  const [id, hintId] = [useId(), useId()]
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        link: { openOnClick: false, protocols: [...linkKinds] },
        heading: { levels: [2, 3, 4] },
      }),
    ],
    content: value,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        ...(hint === undefined ? {} : { 'aria-describedby': hintId }),
        ...(lang === undefined ? { dir: 'auto' } : { lang, dir: directionIn(lang) }),
      },
    },
    onUpdate: ({ editor: now }) => latest.current.onText(now.isEmpty ? '' : now.getHTML()),
    onBlur: () => latest.current.onBlur(),
  })
  // What was undone, or saved by somebody else, is shown; never under the hands of whoever types.
  useEffect(() => {
    if (!editor.isFocused && value !== editor.getHTML())
      editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      {hint !== undefined && (
        <Input.Description id={hintId} mb={5}>
          {hint}
        </Input.Description>
      )}
      <RichTextEditor editor={shownBy(editor)} labels={labelsIn(intl)} onKeyDown={typed.onKeyDown}>
        <RichTextEditor.Toolbar className={classes.textTools}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <LinkMenu
              onPick={(link, name) => setLink(editor, link, name)}
              target={
                <RichTextEditor.Control
                  aria-label={intl.formatMessage({ id: 'linkPicker.choose' })}
                  title={intl.formatMessage({ id: 'linkPicker.choose' })}
                >
                  <IconLinkPlus size={16} stroke={1.5} aria-hidden />
                </RichTextEditor.Control>
              }
            />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </div>
  )
}

/** Makes what is selected a link, or writes the name of what it leads to. */
function setLink(editor: Editor, href: string, name: string): void {
  const chain = editor.chain().focus()
  const isOnLink = editor.isActive('link')
  if (editor.state.selection.empty && !isOnLink)
    chain
      .insertContent({ type: 'text', text: name || href, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  else chain.extendMarkRange('link').setLink({ href }).run()
}

/** The same type to both libraries, which each read another declaration file of it. */
function shownBy(editor: unknown): RichTextEditorProps['editor'] {
  return editor as RichTextEditorProps['editor']
}

function labelsIn(intl: ReturnType<typeof useIntl>) {
  const text = (id: 'h2' | 'h3' | 'bold' | 'italic' | 'bullets' | 'numbers' | 'quote' | 'link' | 'unlink') =>
    intl.formatMessage({ id: `pageField.html.${id}` })
  return {
    h2ControlLabel: text('h2'),
    h3ControlLabel: text('h3'),
    boldControlLabel: text('bold'),
    italicControlLabel: text('italic'),
    bulletListControlLabel: text('bullets'),
    orderedListControlLabel: text('numbers'),
    blockquoteControlLabel: text('quote'),
    linkControlLabel: text('link'),
    unlinkControlLabel: text('unlink'),
    linkEditorInputLabel: intl.formatMessage({ id: 'pageDialog.address' }),
    linkEditorInputPlaceholder: 'https://example.org',
    linkEditorSave: intl.formatMessage({ id: 'action.save' }),
  }
}
