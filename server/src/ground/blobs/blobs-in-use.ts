/**
 * PostgreSQL's advisory lock of what reads blobs by a list that is getting old, as a backup does, shared;
 * taken whole by what deletes blobs that nothing refers to any more.
 */
export const blobsInUse = 4_217_030
