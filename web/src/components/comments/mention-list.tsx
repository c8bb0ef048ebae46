import { useIntl } from 'react-intl'
import type { MentionedPerson } from './mention-text.ts'
import type { Mentions } from './use-mentions.ts'
import classes from './comments.module.css'

interface MentionListProps {
  readonly id: string
  readonly mentions: Mentions
  readonly onPick: (person: MentionedPerson) => void
}

/** The people who fit what is typed after an `@`. */
export function MentionList({ id, mentions: { isOpen, people, index }, onPick }: MentionListProps) {
  const intl = useIntl()
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the focus stays in the text
      role="listbox"
      aria-label={intl.formatMessage({ id: 'comments.people' })}
      className={classes.people}
      hidden={!isOpen}
    >
      {people.map((person, at) => (
        <div
          key={person.id}
          id={`${id}-${at}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          className={classes.person}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault()
            onPick(person)
          }}
        >
          {person.name}
        </div>
      ))}
    </div>
  )
}
