import { chooseUnit, unit } from '../screen/unit.js';

/**
 * Attaches the choice of the temperature unit.
 * @param {HTMLSelectElement} select
 * @param {AbortSignal} signal
 */
export function attach(select, signal) {
  // Somebody may have chosen before this script was here.
  const untouched = [...select.options].find(option => option.defaultSelected) ?? select.options[0];
  if (!untouched.selected) chooseUnit(select.value);
  const show = () => {
    for (const option of select.options) option.defaultSelected = option.value === unit();
    select.value = unit();
  };
  select.addEventListener('change', () => {
    chooseUnit(select.value);
    show();
  }, { signal });
  show();
}
