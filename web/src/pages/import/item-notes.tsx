import type { FieldHeader, ImportItem } from '@cartouche/contract'
import { useCurrentUser } from '@cartouche/react'
import { Anchor } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconInfoCircle, IconPencil, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'
import { lackingFields } from './import-rows.ts'
import { problemText } from '../../components/file-problems/problem-text.ts'
import classes from './import.module.css'

/**
 * What is wrong with a file, or worth knowing: what is missing, what is broken and why, where the library has
 * it already.
 */
export function ItemNotes({
  item,
  isBroken,
  fields,
}: {
  readonly item: ImportItem
  readonly isBroken: boolean
  readonly fields: Readonly<Record<string, FieldHeader>>
}) {
  const intl = useIntl()
  const { problems, sender, duplicateof: duplicate } = item
  const lacking = isBroken ? [] : lackingFields(item, fields)
  const Sign = isBroken ? IconAlertTriangle : IconInfoCircle
  return (
    <>
      {sender !== null && (
        <Note Icon={IconUser} color="plain">
          <FormattedMessage id="import.sender" values={{ name: sender.name, share: sender.share }} />
        </Note>
      )}
      {lacking.length > 0 && (
        <Note Icon={IconAlertTriangle} color="yellow">
          <FormattedMessage
            id="import.lackingFields"
            values={{ fields: lacking.map((field) => fields[field]?.name ?? field).join(', ') }}
          />
        </Note>
      )}
      {problems.map((problem) => (
        <Note key={problem.code} Icon={Sign} color={isBroken ? 'red' : 'yellow'}>
          {problemText(intl, problem)}
        </Note>
      ))}
      {duplicate !== null && (
        <Note Icon={IconCopy} color="yellow">
          {duplicate.$resource === 'asset' ? (
            <FormattedMessage
              id="import.duplicate.asset"
              values={{
                link: (
                  <Anchor
                    inherit
                    c="var(--accent-text)"
                    underline="always"
                    renderRoot={(props) => (
                      <Link to="/browse/$assetId" params={{ assetId: String(duplicate.id) }} {...props} />
                    )}
                  >
                    {duplicate.name}
                  </Anchor>
                ),
              }}
            />
          ) : (
            <FormattedMessage
              id={duplicateText(duplicate, item)}
              values={{ name: duplicate.name, link: duplicate.name }}
            />
          )}
        </Note>
      )}
    </>
  )
}

/** Who else is editing an item now. */
export function LockNote({ item: { $lockedby: by } }: { readonly item: ImportItem }) {
  const userId = useCurrentUser()?.id
  return by === null || by.id === userId ? null : (
    <Note Icon={IconPencil} color="yellow">
      <FormattedMessage id="import.locked" values={{ name: by.name }} />
    </Note>
  )
}

/** One line with its sign. */
export function Note({
  Icon,
  color,
  children,
}: {
  readonly Icon: typeof IconInfoCircle
  readonly color: 'red' | 'yellow' | 'plain'
  readonly children: React.ReactNode
}) {
  return (
    <span className={classes.note}>
      <Icon size={15} stroke={1.8} aria-hidden className={color === 'plain' ? undefined : classes[color]} />
      <span>{children}</span>
    </span>
  )
}

function duplicateText({ $resource, name }: Duplicate, { filename }: ImportItem): TextId {
  // What is no asset has no page to go to.
  if ($resource !== 'massimportitem') return 'import.duplicate.asset'
  return name === filename ? 'import.duplicate.again' : 'import.duplicate.item'
}

type Duplicate = NonNullable<ImportItem['duplicateof']>
