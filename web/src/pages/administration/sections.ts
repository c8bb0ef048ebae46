import {
  IconActivity,
  IconApps,
  IconArrowsExchange,
  IconChartBar,
  IconCloudUpload,
  IconCrop,
  IconDatabase,
  IconFileZip,
  IconHistory,
  IconListDetails,
  IconLock,
  IconPalette,
  IconMail,
  IconSchema,
  IconTable,
  IconShieldQuestion,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { lazy, type ComponentType } from 'react'
import type { TextId } from '../../translations/texts.ts'
import { EndingKeysBadge } from './accounts/applications/ending-keys.tsx'

/** A part of the administration room. */
export interface Section {
  /** In the address: `/administration?section=logs`. */
  readonly name: string
  /** The heading that its link stands under. */
  readonly group: 'people' | 'library' | 'system'
  readonly label: TextId
  readonly icon: Icon
  /** Who may enter: with each of them; the server decides again on every call. */
  readonly grant: string | readonly string[]
  /** What waits for attention in it, beside its link. */
  readonly badge?: ComponentType
  /** Fills the room beside the list of sections, and scrolls by itself; loads when it is first entered. */
  readonly page: ComponentType
}

const page = (load: () => Promise<ComponentType>): ComponentType =>
  lazy(async () => ({ default: await load() }))

/**
 * All sections in the order of their links, groups together. A new one is a file beside this and a row here.
 */
export const sections: readonly Section[] = [
  {
    name: 'users',
    group: 'people',
    label: 'administration.section.users',
    icon: IconUsers,
    grant: 'user/update',
    page: page(async () => (await import('./accounts/users-section.tsx')).UsersSection),
  },
  {
    name: 'roles',
    group: 'people',
    label: 'administration.section.roles',
    icon: IconLock,
    grant: 'role/update',
    page: page(async () => (await import('./roles/roles-section.tsx')).RolesSection),
  },
  {
    name: 'access',
    group: 'people',
    label: 'administration.section.access',
    icon: IconShieldQuestion,
    grant: 'role/update',
    page: page(async () => (await import('./access/access-section.tsx')).AccessSection),
  },
  {
    name: 'applications',
    group: 'people',
    label: 'administration.section.applications',
    icon: IconApps,
    badge: EndingKeysBadge,
    grant: 'application/update',
    page: page(
      async () => (await import('./accounts/applications/applications-section.tsx')).ApplicationsSection,
    ),
  },
  {
    name: 'schemas',
    group: 'library',
    label: 'administration.section.schemas',
    icon: IconSchema,
    grant: 'schemafield/update',
    page: page(async () => (await import('./schemas-section.tsx')).SchemasSection),
  },
  {
    name: 'data',
    group: 'library',
    label: 'administration.section.data',
    icon: IconTable,
    grant: 'schemafield/update',
    page: page(async () => (await import('./records/records-section.tsx')).RecordsSection),
  },
  {
    name: 'imports',
    group: 'library',
    label: 'administration.section.imports',
    icon: IconCloudUpload,
    // Whoever imports sees their own on the page of imports; whoever runs the library sees those of others.
    grant: ['massimportjob/view', 'user/update'],
    page: page(async () => (await import('./imports/imports-section.tsx')).ImportsSection),
  },
  {
    name: 'profiles',
    group: 'library',
    label: 'administration.section.profiles',
    icon: IconFileZip,
    grant: 'downloadprofile/update',
    page: page(async () => (await import('./profiles/profiles-section.tsx')).ProfilesSection),
  },
  {
    name: 'presets',
    group: 'library',
    label: 'administration.section.presets',
    icon: IconCrop,
    grant: 'picturepreset/update',
    page: page(async () => (await import('./presets/presets-section.tsx')).PresetsSection),
  },
  {
    name: 'synonyms',
    group: 'library',
    label: 'administration.section.synonyms',
    icon: IconArrowsExchange,
    grant: 'synonym/update',
    page: page(async () => (await import('./synonyms/synonyms-section.tsx')).SynonymsSection),
  },
  {
    name: 'branding',
    group: 'system',
    label: 'administration.section.branding',
    icon: IconPalette,
    grant: 'branding/update',
    page: page(async () => (await import('./branding/branding-section.tsx')).BrandingSection),
  },
  {
    name: 'system',
    group: 'system',
    label: 'administration.section.system',
    icon: IconActivity,
    grant: 'system/view',
    page: page(async () => (await import('./system/system-section.tsx')).SystemSection),
  },
  {
    name: 'storage',
    group: 'system',
    label: 'administration.section.storage',
    icon: IconDatabase,
    grant: 'storage/view',
    page: page(async () => (await import('./storage/storage-section.tsx')).StorageSection),
  },
  {
    name: 'usage',
    group: 'system',
    label: 'administration.section.usage',
    icon: IconChartBar,
    grant: 'usage/view',
    page: page(async () => (await import('./usage/usage-section.tsx')).UsageSection),
  },
  {
    name: 'outbox',
    group: 'system',
    label: 'administration.section.outbox',
    icon: IconMail,
    grant: 'mail/view',
    page: page(async () => (await import('./outbox/outbox-section.tsx')).OutboxSection),
  },
  {
    name: 'logs',
    group: 'system',
    label: 'administration.section.logs',
    icon: IconListDetails,
    grant: 'clientlog/view',
    page: page(async () => (await import('./logs/logs-section.tsx')).LogsSection),
  },
  {
    name: 'audit',
    group: 'system',
    label: 'administration.section.audit',
    icon: IconHistory,
    grant: 'audit/view',
    page: page(async () => (await import('./audit/audit-section.tsx')).AuditSection),
  },
]
