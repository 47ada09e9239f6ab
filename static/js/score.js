// Knows how a slip is typed: the other side's points fill themselves in to 120 until touched, and
// "only who won" leaves the points out.
const FULL = 120;

document.addEventListener("input", (event) => {
  const field = event.target;
  if (!field.matches?.(".score-form .points")) return;
  delete field.dataset.filled;
  const other = [...field.form.querySelectorAll(".points")].find((one) => one !== field);
  if (!other || (other.value !== "" && !("filled" in other.dataset))) return;
  const text = field.value.trim();
  const points = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  if (points <= FULL) {
    other.value = String(FULL - points);
    other.dataset.filled = "";
  } else {
    other.value = "";
  }
});

// The winner's button must not send points that were only begun.
document.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest?.(".score-form [data-only]");
    if (button) for (const field of button.form.querySelectorAll(".points")) field.value = "";
  },
  true,
);

// A correction starts from what stands there: typing into one side moves the other with it.
for (const type of ["htmx:load", "toggle"]) {
  document.addEventListener(
    type,
    (event) => {
      for (const form of event.target.querySelectorAll?.("details .score-form") ?? []) {
        for (const field of form.querySelectorAll(".points")) if (field.value) field.dataset.filled = "";
      }
    },
    true,
  );
}
