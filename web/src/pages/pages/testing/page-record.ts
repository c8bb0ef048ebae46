import type { PageRecord } from '@cartouche/client'

/** A page that is published; named by its id where no name is given. */
export function pageRecord(values: Partial<PageRecord> & Pick<PageRecord, 'id'>): PageRecord {
  return {
    $version: 1,
    modifiedat: null,
    name: `Page ${values.id}`,
    path: `/page-${values.id}`,
    version: 1,
    status: { id: 6 },
    public: false,
    props: {},
    translations: {},
    parent: null,
    template: null,
    features: [],
    validchildren: [],
    copietravail: null,
    ...values,
  }
}
