;;; What a user of Emacs does with a benchmark. What is seen goes to the file SEEN.  -*- lexical-binding: t -*-
(require 'json)
(require 'go-mode)

(defvar seen nil)

(defun see (name value)
  (push (cons name value) seen))

(defun finish ()
  (with-temp-file (getenv "SEEN") (insert (json-encode seen)))
  (kill-emacs 0))

(defun eventually (what look)
  "What LOOK returns once it is not nil."
  (let ((until (+ (float-time) (/ (string-to-number (getenv "PATIENCE")) 1000))) found)
    (while (not (setq found (funcall look)))
      (when (> (float-time) until)
        (see 'problem (concat "There was no " what))
        (finish))
      (accept-process-output nil 0.05))
    found))

(defun costs ()
  (let (all)
    (dolist (overlay (overlays-in (point-min) (point-max)))
      (when (overlay-get overlay 'pprof-lens)
        (push (vector (1- (line-number-at-pos (overlay-start overlay)))
                      (substring-no-properties (overlay-get overlay 'after-string)))
              all)))
    all))

(defun visit (file text)
  (find-file file)
  (unless (eglot-managed-p) (eglot--maybe-activate-editing-mode))
  (goto-char (point-min))
  (search-forward text)
  (beginning-of-line))

(defun profile ()
  "Choose the first code action of the line."
  ;; Else it opens a menu, as after a click.
  (cl-letf ((last-nonmenu-event ?\r)
            ((symbol-function 'completing-read)
             (lambda (_prompt choices &rest _)
               (see 'actions (vconcat (mapcar #'car choices)))
               (caar choices))))
    (eglot-code-actions (line-beginning-position) (line-end-position) nil t)))

;; It warns of notifications that are not of the protocol.
(setq eglot-strict-mode '(disallow-unknown-methods))
(find-file "m_test.go")
(apply #'eglot--connect (eglot--guess-contact))
(visit "m_test.go" "func Benchmark")
(profile)

(visit "m.go" "new(")
(see 'costs (vconcat (eventually "cost" #'costs)))
(let (hover)
  (eglot-hover-eldoc-function (lambda (text &rest _) (setq hover (format "%s" text))))
  (see 'hover (eventually "hover" (lambda () hover))))

(goto-char (point-max))
(insert "var broken int = \"\"\n")
(save-buffer)
(visit "m_test.go" "func Benchmark")
(profile)
(visit "m.go" "var broken")
(flymake-start)
(see 'diagnostic
     (eventually "diagnostic"
                 (lambda ()
                   (let ((first (car (flymake-diagnostics))))
                     (and first (flymake-diagnostic-text first))))))
(finish)
