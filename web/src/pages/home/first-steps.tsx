import { useCan } from '@cartouche/react'
import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import classes from './home.module.css'

const steps = [
  { id: 'people', section: 'users' },
  { id: 'look', section: 'branding' },
  { id: 'fields', section: 'schemas' },
  { id: 'system', section: 'system' },
] as const

/** What an administrator sets up first, while the library is empty. */
export function FirstSteps() {
  const isAdministrator = useCan('user/update')
  if (!isAdministrator) return null
  return (
    <section>
      <Title order={2} mb="sm">
        <FormattedMessage id="home.steps" />
      </Title>
      <ul className={classes.links}>
        {steps.map(({ id, section }) => (
          <li key={id}>
            <Link to="/administration" search={{ section }} className={classes.link}>
              <span>
                <Text component="span" display="block" fw={550}>
                  <FormattedMessage id={`home.steps.${id}`} />
                </Text>
                <Text component="span" display="block" fz="sm" c="dimmed">
                  <FormattedMessage id={`home.steps.${id}.text`} />
                </Text>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
