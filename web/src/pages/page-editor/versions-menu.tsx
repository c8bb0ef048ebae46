import { pagesOf, type Page } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { Button, Menu } from '@mantine/core'
import { IconArrowsDiff, IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { writeEditorAddress } from './editor-address.ts'
import classes from './page-editor.module.css'
import { comparedFirst, versionName, versionsOf } from './page-versions.ts'

/** What is published, the working copy, and what was published before; nothing where there is one alone. */
export function VersionsMenu({ page }: { readonly page: Page }) {
  const intl = useIntl()
  const { pages } = useReadable(pagesOf(useClient()).list)
  const versions = versionsOf(pages, page)
  const first = comparedFirst(versions, page.id)
  if (!first) return null
  return (
    <>
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
          {versions.map((version) => (
            <Menu.Item
              key={version.id}
              fw={version.id === page.id ? 600 : undefined}
              renderRoot={(props) => (
                <Link to="/pages/$pageId" params={{ pageId: String(version.id) }} {...props} />
              )}
            >
              {versionName(intl, version)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconArrowsDiff size={18} stroke={1.7} aria-hidden />}
        renderRoot={(props) => (
          <Link
            to="/pages/$pageId"
            params={{ pageId: String(page.id) }}
            search={writeEditorAddress({ selected: undefined, width: 'desktop', compare: first.id })}
            {...props}
          />
        )}
      >
        <FormattedMessage id="pageCompare.open" />
      </Button>
    </>
  )
}
