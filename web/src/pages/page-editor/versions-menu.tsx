import { pagesOf, type Page } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconArrowsDiff, IconHistory } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../theme/tooltip.tsx'
import { writeEditorAddress } from './editor-address.ts'
import classes from './page-editor.module.css'
import { comparedFirst, versionName, versionsOf, type PageVersion } from './page-versions.ts'

/** The versions of a page, and with which it is compared first: none where it is the only one. */
export function useVersions(page: Page): {
  readonly versions: readonly PageVersion[]
  readonly first: PageVersion | undefined
} {
  const { pages } = useReadable(pagesOf(useClient()).list)
  const versions = versionsOf(pages, page)
  return { versions, first: comparedFirst(versions, page.id) }
}

/** What is published, the working copy, and what was published before; nothing where there is one alone. */
export function VersionsMenu({ page, isComparing }: { readonly page: Page; readonly isComparing: boolean }) {
  const compare = useIntl().formatMessage({ id: 'pageCompare.open' })
  const { first } = useVersions(page)
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
          <VersionItems page={page} />
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={compare}>
        <ActionIcon
          variant={isComparing ? 'light' : 'subtle'}
          {...(isComparing ? { color: 'accent', 'aria-current': true } : { color: 'gray' })}
          size={32}
          aria-label={compare}
          renderRoot={(props) => <Link {...comparison(page, first.id)} {...props} />}
        >
          <IconArrowsDiff size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}

/** The versions of a page as items of a menu; each opens. */
export function VersionItems({ page }: { readonly page: Page }) {
  const intl = useIntl()
  const { versions } = useVersions(page)
  return versions.map((version) => (
    <Menu.Item
      key={version.id}
      fw={version.id === page.id ? 600 : undefined}
      renderRoot={(props) => <Link to="/pages/$pageId" params={{ pageId: String(version.id) }} {...props} />}
    >
      {versionName(intl, version)}
    </Menu.Item>
  ))
}

/** Compares a page with another version of it, as an item of a menu. */
export function CompareItem({ page, other }: { readonly page: Page; readonly other: number }) {
  return (
    <Menu.Item
      leftSection={<IconArrowsDiff size={16} stroke={1.7} aria-hidden />}
      renderRoot={(props) => <Link {...comparison(page, other)} {...props} />}
    >
      <FormattedMessage id="pageCompare.open" />
    </Menu.Item>
  )
}

function comparison(page: Page, compare: number): Pick<LinkProps, 'to' | 'params' | 'search'> {
  return {
    to: '/pages/$pageId',
    params: { pageId: String(page.id) },
    search: writeEditorAddress({ selected: undefined, width: 'desktop', compare }),
  }
}
