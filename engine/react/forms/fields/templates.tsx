/** Our frames as templates of the form library. */
import {
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  type FieldTemplateProps,
  getUiOptions,
  type ObjectFieldTemplateProps,
} from '@rjsf/utils';
import { isAsked } from '../../../portal/forms/form-conditions.ts';
import { isMapping } from '../../../portal/values/is-mapping.ts';
import {
  GroupFrame,
  GroupSet,
  QuestionFrame,
  QuestionList,
  RowFrame,
  RowList,
  RowQuestions,
} from './frames.tsx';
import type { FormContext } from './form-context.ts';

export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, children, rawErrors = [], required, hidden, schema, uiSchema, registry } = props;
  if (hidden) return <div hidden>{children}</div>;
  const { corrected } = registry.formContext as Partial<FormContext>;
  const frame = { id, faults: rawErrors, corrected: corrected?.get(id) ?? [], children };
  if (isGroup(props)) return <GroupFrame {...frame} />;
  const { widget, help, compute } = getUiOptions(uiSchema);
  return (
    <QuestionFrame
      {...frame}
      path={props.fieldPathId.path.join('.')}
      title={label}
      isRequired={required === true || compute !== undefined}
      schema={schema}
      widget={typeof widget === 'string' ? widget : undefined}
      help={typeof help === 'string' ? help : schema.description}
    />
  );
}

function isGroup({ schema, uiSchema }: FieldTemplateProps): boolean {
  if (schema.type === 'object') return true;
  if (schema.type !== 'array') return false;
  const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : {};
  return items.enum === undefined && getUiOptions(uiSchema).widget !== 'checkboxes';
}

export function ObjectTemplate(props: ObjectFieldTemplateProps) {
  const { properties, title, description, fieldPathId, formData, registry, required, uiSchema } = props;
  const keys = fieldPathId.path.filter((key) => typeof key !== 'number').map(String);
  const { form, answers } = registry.formContext as FormContext;
  const around: unknown = formData;
  const level = { ...answers, ...(isMapping(around) ? around : {}) };
  const isShown = (name: string) => {
    const path = [...keys, name].join('.');
    // The root's questions were already selected.
    return (
      keys.length === 0 ||
      isAsked(
        form.conditions.find(({ property }) => property === path),
        level,
      )
    );
  };
  const fields = properties.filter(({ name }) => isShown(name)).map(({ content }) => content);
  if (keys.length === 0) return <QuestionList>{fields}</QuestionList>;
  // The list numbers its rows.
  if (typeof fieldPathId.path.at(-1) === 'number') return <RowQuestions>{fields}</RowQuestions>;
  const { help } = getUiOptions(uiSchema);
  return (
    <GroupSet
      id={fieldPathId.$id}
      title={title}
      isRequired={required === true}
      help={typeof help === 'string' ? help : description}
    >
      <QuestionList>{fields}</QuestionList>
    </GroupSet>
  );
}

export function ArrayTemplate(props: ArrayFieldTemplateProps) {
  const { title, items, canAdd, onAddClick, fieldPathId, uiSchema, schema, disabled, readonly, required } =
    props;
  const { help, addLabel } = getUiOptions(uiSchema);
  return (
    <RowList
      id={fieldPathId.$id}
      title={title}
      isRequired={required === true}
      help={typeof help === 'string' ? help : schema.description}
      count={items.length}
      addLabel={addLabel}
      onAdd={canAdd && disabled !== true && readonly !== true ? onAddClick : null}
    >
      {items}
    </RowList>
  );
}

export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, index, buttonsProps, parentUiSchema } = props;
  return (
    <RowFrame
      index={index}
      title={getUiOptions(parentUiSchema)['rowTitle']}
      onRemove={buttonsProps.hasRemove ? () => buttonsProps.onRemoveItem() : null}
    >
      {children}
    </RowFrame>
  );
}
