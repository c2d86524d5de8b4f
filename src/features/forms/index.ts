/** Forms that are put together from an endpoint of the contract. */

export { differing } from './differing';
export { problemsOf, type TypedBody, typedOf } from './endpoint-form';
export { EntityForm, type EntityFormProps } from './entity-form';
export { FormField } from './form-field';
export type { FieldRow, FieldRows, FormSection, RowOption } from './form-row';
export { RecordPage } from './record-page';
export { wrongIn } from './use-entity-form';
