import { TextInput } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { isAddress } from '../../components/share-dialog/share-draft.ts'

/** A visitor, as they say who they are. */
export interface Who {
  readonly name: string
  readonly email: string
}

export const nobody: Who = { name: '', email: '' }

/** What is sent; null: something is missing or wrong. */
export function checkedWho({ name, email }: Who): Who | null {
  return name.trim() !== '' && isAddress(email.trim()) ? { name: name.trim(), email: email.trim() } : null
}

interface WhoFieldsProps {
  readonly who: Who
  readonly onChange: (who: Who) => void
  /** Whether it was sent once: what is wrong is said then. */
  readonly isTried: boolean
}

/** Name and e-mail of a visitor. */
export function WhoFields({ who, onChange, isTried }: WhoFieldsProps) {
  return (
    <>
      <TextInput
        label={<FormattedMessage id="visit.who.name" />}
        value={who.name}
        maxLength={100}
        autoComplete="name"
        required
        error={isTried && who.name.trim() === '' ? <FormattedMessage id="visit.who.needed" /> : null}
        onChange={({ currentTarget }) => onChange({ ...who, name: currentTarget.value })}
      />
      <TextInput
        type="email"
        label={<FormattedMessage id="visit.who.email" />}
        value={who.email}
        maxLength={254}
        autoComplete="email"
        required
        error={
          isTried && !isAddress(who.email.trim()) ? <FormattedMessage id="visit.who.wrongEmail" /> : null
        }
        onChange={({ currentTarget }) => onChange({ ...who, email: currentTarget.value })}
      />
    </>
  )
}
