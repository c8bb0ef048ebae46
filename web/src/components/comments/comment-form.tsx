import { maxCommentLength } from '@cartouche/client'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import type { CommentsState } from './comments-context.ts'
import { MentionList } from './mention-list.tsx'
import { fromTyped, nameBefore, toTyped, type MentionedPerson } from './mention-text.ts'
import { useCommentDraft } from './use-comment-draft.ts'
import { useMentions, type Mentions } from './use-mentions.ts'
import classes from './comments.module.css'

interface CommentFormProps {
  readonly state: CommentsState
  /** Under what the draft is kept: of a new thread, a reply, a change. */
  readonly draftKey: string
  readonly label: string
  readonly submit: ReactNode
  /** What is changed. */
  readonly before?: { readonly text: string; readonly mentions: readonly MentionedPerson[] }
  readonly takesFocus?: boolean
  /** Where it is another one than before, and not null, the text takes the focus. */
  readonly focusOn?: unknown
  /** What the comment is about, above the text. */
  readonly about?: ReactNode
  readonly onSubmit: (text: string, mentions: readonly number[]) => Promise<unknown>
  readonly onCancel?: (() => void) | undefined
}

/** Writes a comment: `@` offers people, Ctrl or ⌘ with Enter sends. What is written outlives a closed tab. */
export function CommentForm({
  state: { assetId, comments, isVisitor },
  draftKey,
  label,
  submit,
  before,
  takesFocus = false,
  focusOn = null,
  about,
  onSubmit,
  onCancel,
}: CommentFormProps) {
  const intl = useIntl()
  const field = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const { draft, setDraft, forget } = useCommentDraft(
    draftKey,
    before && { typed: toTyped(before.text, before.mentions), picked: before.mentions },
  )
  const { typed, picked } = draft
  const [caret, setCaret] = useState(0)
  const [closed, setClosed] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const looked = closed || isVisitor ? undefined : nameBefore(typed, caret)
  const mentions = useMentions(looked, (text) => comments.findPeople('asset', assetId, text))
  const { text, mentions: ids } = fromTyped(typed, picked)
  useEffect(() => {
    if (focusOn !== null) field.current?.focus()
  }, [focusOn])
  const isSendable = text !== '' && text.length <= maxCommentLength && !busy

  const send = async (): Promise<void> => {
    if (!isSendable) return
    setBusy(true)
    setFailure(null)
    // Shown at once: the field is free for the next one, and has it back where it fails.
    setDraft({ typed: '', picked: [] })
    try {
      await onSubmit(text, ids)
      forget()
    } catch (error) {
      setDraft(draft)
      setFailure(error)
    }
    setBusy(false)
  }
  const pick = (person: MentionedPerson): void => {
    const begin = caret - (looked?.length ?? 0)
    const next = `${typed.slice(0, begin)}${person.name} ${typed.slice(caret)}`
    setDraft({ typed: next, picked: [...picked.filter(({ id }) => id !== person.id), person] })
    const at = begin + person.name.length + 1
    setCaret(at)
    // After the text is drawn.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(at, at)
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (mentions.press(event, pick, () => setClosed(true))) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    } else if (event.key === 'Escape' && onCancel) {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {about}
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        autosize
        minRows={1}
        maxRows={8}
        size="sm"
        data-autofocus={takesFocus || undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be written in
        autoFocus={takesFocus}
        value={typed}
        {...(isVisitor ? {} : offersPeople(listId, mentions))}
        error={
          text.length > maxCommentLength
            ? intl.formatMessage({ id: 'comments.tooLong' }, { max: maxCommentLength, length: text.length })
            : undefined
        }
        onChange={({ currentTarget }) => {
          setDraft({ typed: currentTarget.value, picked })
          setCaret(currentTarget.selectionStart)
          setClosed(false)
          setFailure(null)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={() => setClosed(true)}
      />
      {!isVisitor && <MentionList id={listId} mentions={mentions} onPick={pick} />}
      {failure !== null && (
        <Text c="red" fz="xs" role="alert">
          {errorText(intl, failure)}
        </Text>
      )}
      {(typed !== '' || onCancel || about) && (
        <Group gap={6} justify="flex-end" mt={6}>
          {onCancel && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
              <FormattedMessage id="action.cancel" />
            </Button>
          )}
          <Button size="compact-sm" type="submit" disabled={!isSendable}>
            {submit}
          </Button>
        </Group>
      )}
    </form>
  )
}

/** A text of several lines that offers people is no input. */
const offersPeople = (listId: string, { isOpen, index }: Mentions) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-activedescendant': isOpen ? `${listId}-${index}` : undefined,
  }) as const
