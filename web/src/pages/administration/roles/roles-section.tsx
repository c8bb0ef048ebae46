import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, NavLink, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { roleText } from '../../../components/asset-text/role-text.ts'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { useCurrentInView } from '../use-current-in-view.ts'
import { NewRole } from './new-role.tsx'
import { RoleDetail } from './role-detail.tsx'
import classes from '../people.module.css'

/** Roles at the left, the grants of one at the right. */
export function RolesSection() {
  const intl = useIntl()
  const { role: wanted } = useSearch({ from: '/frame/administration' })
  const navigate = useNavigate()
  const reads = readsOf(useClient())
  const [making, setMaking] = useState(false)
  const { data, error } = useRead(calls.listRoles, {}, { freshMs: 0 })
  const open = (id?: number) =>
    void navigate({
      to: '/administration',
      search: { section: 'roles', ...(id === undefined ? {} : { role: String(id) }) },
    })
  const current = data?.roles.find(({ id }) => String(id) === wanted) ?? data?.roles[0]
  const list = useCurrentInView(current?.id)
  if (data === undefined)
    return error !== null ? (
      <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.listRoles)} />
    ) : (
      <Stack p="md">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} h={32} />
        ))}
      </Stack>
    )
  return (
    <div className={classes.room}>
      <nav
        ref={list}
        className={classes.list}
        aria-label={intl.formatMessage({ id: 'administration.section.roles' })}
      >
        {data.roles.map((role) => (
          <NavLink
            key={role.id}
            className={classes.item}
            active={role === current}
            aria-current={role === current ? 'page' : undefined}
            label={roleText(intl, role.name)}
            description={intl.formatMessage({ id: 'roles.accounts' }, { count: role.accounts })}
            renderRoot={(props) => (
              <Link to="/administration" search={{ section: 'roles', role: String(role.id) }} {...props} />
            )}
          />
        ))}
        <Button
          variant="subtle"
          mt={4}
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          <FormattedMessage id="roles.new" />
        </Button>
      </nav>
      {current === undefined ? (
        <Text p="lg">
          <FormattedMessage id="roles.none" />
        </Text>
      ) : (
        <RoleDetail key={current.id} id={current.id} onGone={() => open()} />
      )}
      {making && <NewRole roles={data.roles} onClose={() => setMaking(false)} onMade={open} />}
    </div>
  )
}
