import { pagesOf, type Page } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { Button, Menu } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { pageRows } from '../pages/page-rows.ts'
import classes from './page-editor.module.css'

/** What is published, the working copy, and what was published before; nothing where there is one alone. */
export function VersionsMenu({ page }: { readonly page: Page }) {
  const { pages } = useReadable(pagesOf(useClient()).list)
  const original = page.copietravail?.id ?? page.id
  const row = pageRows(pages).find((one) => one.page.id === original)
  if (!row || (!row.copy && row.versions.length === 0)) return null
  const entries = [
    ...(row.copy ? [{ id: row.copy.id, text: <FormattedMessage id="pages.state.copy" /> }] : []),
    {
      id: row.page.id,
      text: <FormattedMessage id={`pages.state.${row.state === 'changed' ? 'published' : row.state}`} />,
    },
    ...row.versions.map(({ id, version, name }) => ({
      id,
      text: <FormattedMessage id="pageEditor.version" values={{ version, name }} />,
    })),
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconHistory size={18} stroke={1.7} aria-hidden />}
        >
          <FormattedMessage id="pageEditor.versions" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.versions}>
        {entries.map(({ id, text }) => (
          <Menu.Item
            key={id}
            fw={id === page.id ? 600 : undefined}
            renderRoot={(props) => <Link to="/pages/$pageId" params={{ pageId: String(id) }} {...props} />}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
