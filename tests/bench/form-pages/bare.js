/** The floor: native fields with our style sheets, written as one text of HTML. No script runs for a key. */
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '../../../engine/react/theme/tokens.css';
import '../../../engine/react/theme/base.css';
import styles from '../../../engine/react/forms/forms.module.css';

const textTypes = { date: 'date', email: 'email' };

function controlOf(id, { type, format, enum: choices }) {
  const attributes = `id="${id}" name="${id}"`;
  if (type === 'boolean')
    return `<span class="${styles.choice}"><input type="checkbox" ${attributes}></span>`;
  if (choices === undefined) {
    const input = `<input type="${textTypes[format] ?? 'text'}" class="${styles.input}" ${attributes}>`;
    return `<span class="${styles.whole}">${input}</span>`;
  }
  const options = ['', ...choices].map((choice) => `<option>${choice}</option>`).join('');
  return `<select class="${styles.input}" ${attributes}>${options}</select>`;
}

function fieldOf([id, schema]) {
  const label = `<label for="${id}" class="${styles.label}">${schema.title}</label>`;
  return `<div class="${styles.field}">${label}${controlOf(id, schema)}</div>`;
}

export function mount(place, { schema }) {
  document.documentElement.dataset.mantineColorScheme = 'light';
  const fields = Object.entries(schema.properties).map(fieldOf);
  const blocks = Object.values(Object.groupBy(fields, (_, index) => Math.floor(index / 25)))
    .map((block) => `<div class="${styles.block}">${block.join('')}</div>`)
    .join('');
  place.innerHTML = `<form class="${styles.form}"><div class="${styles.fields}">${blocks}</div></form>`;
}
