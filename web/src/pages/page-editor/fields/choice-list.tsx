import { Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import classes from './choice-list.module.css'

/** Something that can be chosen. */
export interface Choice {
  readonly key: string
  readonly name: string
  /** What distinguishes it from others of its name. */
  readonly hint: string
}

interface ChoiceListProps {
  readonly title: ReactNode
  readonly choices: readonly Choice[]
  readonly isLoaded: boolean
  readonly onPick: (choice: Choice) => void
  readonly onClose: () => void
}

/** How many are shown: whoever does not find it among them types another word. */
const most = 100

/** Chooses one of a list by its name, found by words. */
export function ChoiceList({ title, choices, isLoaded, onPick, onClose }: ChoiceListProps) {
  useReturnFocus()
  const intl = useIntl()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const found = choices.filter(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(wanted))
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          type="search"
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
          aria-label={intl.formatMessage({ id: 'linkPicker.filter' })}
          placeholder={intl.formatMessage({ id: 'linkPicker.filter' })}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {found.length === 0 ? (
          <Text component="output" c="dimmed" fz="sm">
            <FormattedMessage id={isLoaded ? 'linkPicker.none' : 'loading'} />
          </Text>
        ) : (
          <ul className={classes.choices}>
            {found.slice(0, most).map((choice) => (
              <li key={choice.key}>
                <UnstyledButton className={classes.choice} onClick={() => onPick(choice)}>
                  <span className={classes.name}>{choice.name}</span>
                  <span className={classes.hint}>{choice.hint}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Modal>
  )
}
